/** Somebody is invited to the staff, or gets the link once more. The link stands only in the mail. */
import { randomBytes } from 'node:crypto'
import type { StaffInvitationId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { hasNoRole, type StaffRoles, NO_ROLES } from '#domain/staff/staff-roles.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { findByEmail } from '../users/queries.ts'
import { type AskedRoles, checkGiver, wantedRoles } from './check-roles.ts'
import {
  insertInvitation,
  isInvited,
  lockInvitation,
  readInvitedRoles,
  saveSentAgain,
} from './invitation-queries.ts'
import { listCities, lockStaff } from './staff-queries.ts'
import { staffTexts } from './texts.ts'

const INVITATION_DAYS = 7

type Invited = {
  readonly name: string
  readonly email: string
  readonly locale: Language
  readonly roles: AskedRoles
}

export function inviteStaff(
  app: App,
  scope: OperatorScope,
  { name, email, locale, roles: asked }: Invited,
): Promise<{ invitationId: StaffInvitationId }> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockStaff(db)
    const roles = await wantedRoles(db, asked)
    if (hasNoRole(roles)) throw new Refused('bad_input', { faults: { roles: 'missing' } })
    await checkGiver(db, scope.userId, { before: NO_ROLES, after: roles })
    const holder = await findByEmail(db, email)
    if (holder !== undefined)
      throw new Refused(holder.type === 'Operator' ? 'staff_already' : 'address_of_customer', { at: 'email' })
    if (await isInvited(db, email)) throw new Refused('invited_already', { at: 'email' })
    const { token, ...link } = makeLink(now)
    const person = { name, email, locale, roles }
    const invitationId = await insertInvitation(db, { ...person, ...link, invitedBy: scope.userId, now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'invite_staff',
      subject: invitationId,
      detail: { name, email, roles },
    })
    await mailLink(app, db, { ...person, inviterName: scope.name, token, now })
    return { invitationId }
  })
}

/** Whoever may give the roles may send it again, and what was mailed before opens nothing. */
export function sendAgain(app: App, scope: OperatorScope, id: StaffInvitationId): Promise<void> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const invitation = await lockInvitation(db, id)
    if (invitation === undefined) throw new Refused('not_found')
    const roles = await readInvitedRoles(db, invitation)
    await checkGiver(db, scope.userId, { before: NO_ROLES, after: roles })
    const { token, ...link } = makeLink(now)
    await saveSentAgain(db, id, { ...link, now })
    const { name, email, locale } = invitation
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'resend_invitation',
      subject: id,
      detail: { name, email },
    })
    await mailLink(app, db, { name, email, locale, roles, inviterName: scope.name, token, now })
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
    readonly roles: StaffRoles
    readonly inviterName: string
    readonly token: string
    readonly now: Instant
  },
): Promise<void> {
  const { email, inviterName, token, now } = mail
  const names = new Map((await listCities(db)).map(({ id, name }) => [id, name]))
  const texts = staffTexts[mail.locale]
  // Below /go, which the guard lets everybody see.
  const url = `${app.config.http.origin}/go/staff-${token}`
  const { subject, text } = texts.invited(mail.name, {
    inviterName,
    what: texts.describe(mail.roles, names),
    url,
  })
  const key = `invite_staff:${hashToken(token).toString('hex')}`
  await enqueue(db, 'send_mail', { key, to: email, subject, text, userId: null }, { now })
}
