/** Somebody is invited to look after places, or gets the link once more. The link stands only in the mail. */
import { randomBytes } from 'node:crypto'
import type { ShareId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { checkMailbox } from '../passwords/check-mailbox.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { checkReach } from './check-reach.ts'
import {
  countShares,
  insertShare,
  isInvited,
  listShares,
  lockOwner,
  lockShare,
  type Reach,
  saveLink,
} from './queries.ts'
import { sharingTexts } from './texts.ts'

const INVITATION_DAYS = 7
/** More people than look after one house; a limit on mails, too. */
const MOST_SHARES = 100

type Invited = {
  readonly name: string
  readonly email: string
  readonly locale: Language
  readonly role: ShareRole
  readonly reach: Reach
}

export function inviteHelper(
  app: App,
  scope: CustomerScope,
  { name, email, locale, role, reach }: Invited,
): Promise<{ shareId: ShareId }> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockOwner(db, scope.userId)
    await checkReach(db, scope, reach)
    const isSame = (other: string | null) => other?.toLowerCase() === email.toLowerCase()
    if (isSame(scope.email)) throw new Refused('share_own', { at: 'email' })
    if (await isInvited(db, scope.userId, email)) throw new Refused('share_invited', { at: 'email' })
    const known = (await listShares(db, scope.userId)).some((share) => isSame(share.helper_email))
    if (known) throw new Refused('share_known', { at: 'email' })
    if ((await countShares(db, scope.userId)) >= MOST_SHARES) throw new Refused('too_many_shares')
    await checkMailbox(db, { email, askedBy: scope.userId, now })
    const { token, ...link } = makeLink(now)
    const person = { name, email, locale, role }
    const shareId = await insertShare(db, { ...person, ...link, reach, ownerId: scope.userId, now })
    await mailLink(app, db, { ...person, ownerName: scope.name, token, now })
    return { shareId }
  })
}

/** What was mailed before opens nothing any more. */
export function sendAgain(app: App, scope: CustomerScope, id: ShareId): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const share = await lockShare(db, scope.userId, id)
    if (share === undefined || share.joined_at !== null) throw new Refused('not_found')
    const { name, email, locale, role } = share
    await checkMailbox(db, { email, askedBy: scope.userId, now })
    const { token, ...link } = makeLink(now)
    await saveLink(db, id, { ...link, now })
    await mailLink(app, db, { name, email, locale, role, ownerName: scope.name, token, now })
  })
}

function makeLink(now: Instant) {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashToken(token), expiresAt: instant(now + INVITATION_DAYS * DAY_MS) }
}

async function mailLink(
  app: App,
  db: Db,
  mail: {
    readonly name: string
    readonly email: string
    readonly locale: Language
    readonly role: ShareRole
    readonly ownerName: string
    readonly token: string
    readonly now: Instant
  },
): Promise<void> {
  const { name, email, locale, role, ownerName, token, now } = mail
  // Below /go, which the guard lets everybody see.
  const url = `${app.config.http.origin}/go/share-${token}`
  const { subject, text } = sharingTexts[locale].invited({ name, ownerName, role, url })
  const key = `invite_helper:${hashToken(token).toString('hex')}`
  await enqueue(db, 'send_mail', { key, to: email, subject, text, userId: null }, { now })
}
