/** Who looks after an owner's places, and what they did there. */
import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { listActions } from './action-queries.ts'
import { listGroups, listOwnGroups, listShares } from './queries.ts'

export async function readShares({ db, ports }: App, { userId }: CustomerScope) {
  const rows = await listShares(db, userId)
  const held = await listGroups(
    db,
    rows.map(({ id }) => id),
  )
  const now = ports.clock.now()
  const people = rows.map((row) => ({
    shareId: row.id,
    name: row.name,
    email: row.helper_email ?? row.email,
    role: row.role,
    isWhole: row.is_whole,
    groups: held.filter(({ shareId }) => shareId === row.id),
    joinedAt: row.joined_at,
    sentAt: row.sent_at,
    isOver: row.joined_at === null && row.expires_at <= now,
  }))
  return { people, groups: await listOwnGroups(db, userId) }
}

export async function readActions({ db }: App, { userId }: CustomerScope, cursor: string | undefined) {
  const { rows, nextCursor } = await listActions(db, userId, cursor)
  const actions = rows.map((row) => ({
    id: row.id,
    helperId: row.helper_id,
    helperName: row.helper_name,
    call: row.call,
    propertyId: row.property_id,
    propertyName: row.property_name,
    visitId: row.visit_id,
    at: row.at,
  }))
  return { actions, nextCursor }
}
