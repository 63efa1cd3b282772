/** Whoever was invited takes the invitation, once: with an account that it has, or with one that it opens by the link. */
import type { ShareId, UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken, type Session } from '../http/session.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { Refused } from '../refused.ts'
import { enqueue } from '../tasks/queue.ts'
import { emailTaken, passwordOrRefuse } from '../users/check-person.ts'
import { openAccount } from '../users/open-account.ts'
import { findByEmail } from '../users/queries.ts'
import {
  findByToken,
  findShareBetween,
  listGroups,
  type LivingShare,
  lockByToken,
  saveJoined,
} from './queries.ts'
import { saveNewSessionShare, saveSessionShare } from './session-queries.ts'
import { sharingTexts } from './texts.ts'

export async function openShareInvitation(app: App, token: string) {
  const share = stillGood(app, await findByToken(app.db, hashToken(token)))
  const { name, email, role, owner_name, is_whole, expires_at } = share
  const groups = await listGroups(app.db, [share.id])
  // Only who reads the address's mail has the link, so this tells a stranger nothing.
  const hasAccount = (await findByEmail(app.db, email)) !== undefined
  return {
    name,
    email,
    ownerName: owner_name,
    role,
    isWhole: is_whole,
    groups,
    expiresAt: expires_at,
    hasAccount,
  }
}

/** Taken by the account that is signed in, and worked with from now on in this browser. */
export function acceptShare(app: App, session: Session, token: string): Promise<{ shareId: ShareId }> {
  const { scope } = session
  if (scope.type !== 'Customer') throw new Refused('share_not_customer')
  return inTransaction(app.db, async (db) => {
    const share = stillGood(app, await lockByToken(db, hashToken(token)))
    if (share.owner_id === scope.userId) throw new Refused('share_own')
    const known = await findShareBetween(db, share.owner_id, scope.userId)
    if (known !== undefined) throw new Refused('share_known')
    await take(app, db, share, scope)
    await saveSessionShare(db, session.sessionId, share.id)
    return { shareId: share.id }
  })
}

type Joining = {
  readonly token: string
  readonly name: string
  readonly password: string
  readonly userAgent: string
  readonly deviceId: string
}

/** A password that is refused leaves the link good. Answers the token of a session. */
export async function joinShare(app: App, joining: Joining): Promise<string> {
  const { token, name, password, userAgent, deviceId } = joining
  const tokenHash = hashToken(token)
  const { email } = stillGood(app, await findByToken(app.db, tokenHash))
  passwordOrRefuse(password, { name, email, type: 'Customer' })
  const passwordHash = await hashPassword(password)
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const share = stillGood(app, await lockByToken(db, tokenHash))
    if ((await findByEmail(db, email)) !== undefined) throw emailTaken()
    const opened = await openAccount(app, db, null, {
      type: 'Customer',
      input: { name, email },
      phone: null,
      passwordHash,
      locale: share.locale,
      now,
      userAgent,
      deviceId,
    })
    await take(app, db, share, { userId: opened.userId, name, email })
    await saveNewSessionShare(db, hashToken(opened.token), share.id)
    return opened.token
  })
}

type Taker = { readonly userId: UserId; readonly name: string; readonly email: string }

/** The owner is mailed who took it, and with which address. */
async function take(app: App, db: Db, share: LivingShare, { userId, name, email }: Taker): Promise<void> {
  const now = app.ports.clock.now()
  await saveJoined(db, share.id, userId, now)
  const url = `${app.config.http.origin}/people`
  const { subject, text } = sharingTexts[share.owner_locale].joined({
    ownerName: share.owner_name,
    name,
    email,
    url,
  })
  const key = `share_joined:${share.id}`
  await enqueue(
    db,
    'send_mail',
    { key, to: share.owner_email, subject, text, userId: share.owner_id },
    { now },
  )
}

function stillGood(app: App, share: LivingShare | undefined): LivingShare {
  if (share === undefined || share.expires_at <= app.ports.clock.now()) throw new Refused('invitation_over')
  return share
}
