/** Invitations to the staff, open as long as nobody came by them and nobody withdrew them. */
import type { StaffInvitationId, UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { StaffRoles } from '#domain/staff/staff-roles.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** A house invites few people at once. */
const MOST_SHOWN = 200

export async function insertInvitation(
  db: Db,
  invitation: {
    readonly email: string
    readonly name: string
    readonly locale: Language
    readonly roles: StaffRoles
    readonly tokenHash: Buffer
    readonly invitedBy: UserId
    readonly now: Instant
    readonly expiresAt: Instant
  },
): Promise<StaffInvitationId> {
  const { email, name, locale, roles, invitedBy } = invitation
  const { id } = await db
    .insertInto('staff_invitation')
    .values({
      email,
      name,
      locale,
      staff_role: roles.everywhere,
      token_hash: invitation.tokenHash,
      invited_by: invitedBy,
      created_at: toTimestamp(invitation.now),
      sent_at: toTimestamp(invitation.now),
      expires_at: toTimestamp(invitation.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = Object.entries(roles.cities).map(([market_id, role]) => ({
    invitation_id: id,
    market_id,
    role,
  }))
  if (rows.length > 0) await db.insertInto('staff_invitation_role').values(rows).execute()
  return id
}

export async function isInvited(db: Db, email: string): Promise<boolean> {
  const row = await open(db)
    .where((eb) => eb(eb.fn<string>('lower', ['staff_invitation.email']), '=', email.toLowerCase()))
    .select('staff_invitation.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locked until the transaction ends. */
export function lockInvitation(db: Db, id: StaffInvitationId) {
  return columns(open(db))
    .where('staff_invitation.id', '=', id)
    .forUpdate('staff_invitation')
    .executeTakeFirst()
}

export function findInvitation(db: Db, tokenHash: Buffer) {
  return columns(open(db)).where('staff_invitation.token_hash', '=', tokenHash).executeTakeFirst()
}

export function lockInvitationByToken(db: Db, tokenHash: Buffer) {
  return columns(open(db))
    .where('staff_invitation.token_hash', '=', tokenHash)
    .forUpdate('staff_invitation')
    .executeTakeFirst()
}

export function listInvitations(db: Db) {
  return columns(open(db))
    .orderBy('staff_invitation.sent_at', 'desc')
    .orderBy('staff_invitation.id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
}

export async function listInvitedRoles(db: Db, ids: readonly StaffInvitationId[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('staff_invitation_role')
    .innerJoin('market', 'market.id', 'staff_invitation_role.market_id')
    .where('invitation_id', 'in', ids)
    .orderBy('market.name')
    .select(['invitation_id', 'market.id as market_id', 'market.name', 'role'])
    .execute()
}

export async function readInvitedRoles(
  db: Db,
  { id, staff_role: everywhere }: Pick<Invitation, 'id' | 'staff_role'>,
): Promise<StaffRoles> {
  const rows = await listInvitedRoles(db, [id])
  return { everywhere, cities: Object.fromEntries(rows.map(({ market_id, role }) => [market_id, role])) }
}

export async function saveSentAgain(
  db: Db,
  id: StaffInvitationId,
  sent: { readonly tokenHash: Buffer; readonly now: Instant; readonly expiresAt: Instant },
): Promise<void> {
  await db
    .updateTable('staff_invitation')
    .set({
      token_hash: sent.tokenHash,
      sent_at: toTimestamp(sent.now),
      expires_at: toTimestamp(sent.expiresAt),
    })
    .where('id', '=', id)
    .execute()
}

export async function saveWithdrawn(db: Db, id: StaffInvitationId, now: Instant): Promise<void> {
  await db
    .updateTable('staff_invitation')
    .set({ withdrawn_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}

export async function saveJoined(
  db: Db,
  id: StaffInvitationId,
  { userId, now }: { readonly userId: UserId; readonly now: Instant },
): Promise<void> {
  await db
    .updateTable('staff_invitation')
    .set({ joined_at: toTimestamp(now), joined_as: userId })
    .where('id', '=', id)
    .execute()
}

export type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

function open(db: Db) {
  return db
    .selectFrom('staff_invitation')
    .innerJoin('users as inviter', 'inviter.id', 'staff_invitation.invited_by')
    .where('staff_invitation.withdrawn_at', 'is', null)
    .where('staff_invitation.joined_at', 'is', null)
}

function columns(query: ReturnType<typeof open>) {
  return query.select([
    'staff_invitation.id',
    'staff_invitation.email',
    'staff_invitation.name',
    'staff_invitation.locale',
    'staff_invitation.staff_role',
    'staff_invitation.invited_by',
    'staff_invitation.sent_at',
    'staff_invitation.expires_at',
    'inviter.name as inviter_name',
  ])
}
