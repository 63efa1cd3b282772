/** Whoever was invited opens an account by the link, once: with what the inviter may give at this moment. */
import { NO_ROLES, refuseRoles } from '#domain/staff/staff-roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { hashToken } from '../http/session.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { Refused } from '../refused.ts'
import { addUser } from '../users/add-user.ts'
import { emailTaken, passwordOrRefuse } from '../users/check-person.ts'
import { findByEmail } from '../users/queries.ts'
import { type Browser, type SignedIn, startSession } from '../users/start-session.ts'
import {
  findInvitation,
  type Invitation,
  lockInvitationByToken,
  readInvitedRoles,
  saveJoined,
} from './invitation-queries.ts'
import { lockStaff, readRoles, saveRoles } from './staff-queries.ts'

export async function openInvitation(app: App, token: string) {
  const { name, email, locale, inviter_name, expires_at } = stillGood(
    app,
    await findInvitation(app.db, hashToken(token)),
  )
  return { name, email, locale, invitedByName: inviter_name, expiresAt: expires_at }
}

type Joining = { readonly token: string; readonly name: string; readonly password: string } & Browser

/** A password that is refused leaves the link good. */
export async function joinStaff(app: App, { token, name, password, ...browser }: Joining): Promise<SignedIn> {
  const tokenHash = hashToken(token)
  const { email } = stillGood(app, await findInvitation(app.db, tokenHash))
  passwordOrRefuse(password, { name, email, type: 'Operator' })
  const passwordHash = await hashPassword(password)
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    await lockStaff(db)
    const invitation = stillGood(app, await lockInvitationByToken(db, tokenHash))
    const roles = await readInvitedRoles(db, invitation)
    // Who invited may be gone, or have lost what it gave.
    const giver = await readRoles(db, invitation.invited_by)
    if (refuseRoles(giver, { before: NO_ROLES, after: roles }) !== null) throw new Refused('invitation_over')
    if ((await findByEmail(db, email)) !== undefined) throw emailTaken()
    const { locale } = invitation
    const person = {
      type: 'Operator',
      input: { name, email },
      phone: null,
      passwordHash,
      locale,
      now,
    } as const
    const userId = await addUser(db, person)
    await saveRoles(db, userId, roles)
    await saveJoined(db, invitation.id, { userId, now })
    await recordAudit(db, {
      at: now,
      actorId: userId,
      action: 'join_staff',
      subject: invitation.id,
      detail: { name, email, roles },
    })
    return startSession(app, db, userId, browser)
  })
}

function stillGood(app: App, invitation: Invitation | undefined): Invitation {
  if (invitation === undefined || invitation.expires_at <= app.ports.clock.now())
    throw new Refused('invitation_over')
  return invitation
}
