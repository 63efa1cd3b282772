/** Who works here, and who is to: as far as somebody is in charge of it. */
import { mayDo } from '#domain/staff/roles.ts'
import { roleAt } from '#domain/staff/staff-roles.ts'
import type { App } from '../app.ts'
import type { OperatorScope } from '../scope.ts'
import { listInvitations, listInvitedRoles } from './invitation-queries.ts'
import { listCities, listCityRoles, listStaff, readRoles } from './staff-queries.ts'

export async function readStaff(app: App, scope: OperatorScope, cursor: string | undefined) {
  const { cities, own } = await chargeOf(app, scope)
  const { rows, nextCursor } = await listStaff(
    app.db,
    cities.map(({ id }) => id),
    cursor,
  )
  const held = await listCityRoles(
    app.db,
    rows.map(({ id }) => id),
  )
  const people = rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    isSelf: row.id === scope.userId,
    lastSeenAt: row.last_seen_at,
    secondFactor: row.has_app ? ('app' as const) : row.has_passkey ? ('passkey' as const) : null,
    everywhere: row.staff_role,
    cities: held.filter(({ userId }) => userId === row.id),
  }))
  return { people, nextCursor, cities, mayGiveEverywhere: mayDo(own.everywhere, 'staff') }
}

export async function readInvitations(app: App, scope: OperatorScope) {
  const { cities, own } = await chargeOf(app, scope)
  const inCharge = new Set(cities.map(({ id }) => id))
  const rows = await listInvitations(app.db)
  const held = await listInvitedRoles(
    app.db,
    rows.map(({ id }) => id),
  )
  const now = app.ports.clock.now()
  const invitations = rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    invitedByName: row.inviter_name,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    isOver: row.expires_at <= now,
    everywhere: row.staff_role,
    cities: held
      .filter(({ invitation_id }) => invitation_id === row.id)
      .map(({ market_id: marketId, name, role }) => ({ marketId, name, role })),
  }))
  const isMine = ({ everywhere, cities: theirs }: (typeof invitations)[number]) =>
    everywhere === null
      ? theirs.every(({ marketId }) => inCharge.has(marketId))
      : mayDo(own.everywhere, 'staff')
  return { invitations: invitations.filter(isMine) }
}

/** The cities whose staff somebody may change. */
async function chargeOf({ db }: App, scope: OperatorScope) {
  const [own, all] = await Promise.all([readRoles(db, scope.userId), listCities(db)])
  return { own, cities: all.filter(({ id }) => mayDo(roleAt(own, id), 'staff')) }
}
