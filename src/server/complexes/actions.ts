/** What a customer does with complexes. Behind each stands one property, so that services are booked as anywhere. */

import { sql } from 'kysely'
import type { z } from 'zod'
import type { complexes } from '#contract/complexes.ts'
import type { ComplexGroupId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { violatedUnique } from '../db/errors.ts'
import { removeProperty } from '../jobs/remove-property.ts'
import { locateInMarket } from '../places/locate-in-market.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { findComplex } from './queries.ts'

type BodyOf<Key extends keyof typeof complexes> = (typeof complexes)[Key] extends {
  body: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : never

export async function addComplex(app: App, scope: CustomerScope, input: BodyOf<'POST /api/add-complex'>) {
  const spot = await locateInMarket(app, scope, input)
  return inTransaction(app.db, async (trx) => {
    const now = toTimestamp(app.ports.clock.now())
    const { name, address, lat, lng, units, instructions } = input
    const shared = {
      customer_id: scope.userId,
      name,
      address,
      lat,
      lng,
      time_zone: spot.timeZone,
      created_at: now,
    }
    const complex = await trx
      .insertInto('complex')
      .values({
        ...shared,
        units,
        instructions,
        complex_group_id: await findOrAddGroup(trx, scope, input.groupName, now),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const property = await trx
      .insertInto('property')
      .values({
        ...shared,
        neighbourhood: spot.neighbourhood,
        access_notes: instructions,
        complex_id: complex.id,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { complexId: complex.id, propertyId: property.id }
  })
}

/** What is not given stays. The place behind it says the same. */
export async function updateComplex(
  app: App,
  scope: CustomerScope,
  { complexId, groupName, ...change }: BodyOf<'POST /api/update-complex'>,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const { property_id: propertyId } = await findComplex(trx, scope, complexId)
    const now = toTimestamp(app.ports.clock.now())
    const { name, address, units, instructions } = change
    const group =
      groupName === undefined ? {} : { complex_group_id: await findOrAddGroup(trx, scope, groupName, now) }
    const shared = { ...(name === undefined ? {} : { name }), ...(address === undefined ? {} : { address }) }
    await trx
      .updateTable('property')
      .set({
        ...shared,
        ...(instructions === undefined ? {} : { access_notes: instructions }),
        updated_at: now,
      })
      .where('id', '=', propertyId)
      .execute()
    const own = {
      ...shared,
      ...group,
      ...(units === undefined ? {} : { units }),
      ...(instructions === undefined ? {} : { instructions }),
    }
    if (Object.keys(own).length > 0)
      await trx.updateTable('complex').set(own).where('id', '=', complexId).execute()
  })
}

/** Live service nights are listed, and ended only when asked for; what was done stays readable. */
export async function removeComplex(
  app: App,
  scope: CustomerScope,
  { complexId, endsWeeklyJobs }: BodyOf<'POST /api/remove-complex'>,
) {
  const { property_id: propertyId } = await findComplex(app.db, scope, complexId)
  const { isRemoved, weeklyJobs } = await removeProperty(app, scope, { propertyId, endsWeeklyJobs })
  return { isRemoved, serviceKeys: [...new Set(weeklyJobs.map((job) => job.serviceKey))] }
}

export async function renameComplexGroup(
  app: App,
  scope: CustomerScope,
  { groupId, name }: { groupId: ComplexGroupId; name: string },
): Promise<void> {
  try {
    const renamed = await app.db
      .updateTable('complex_group')
      .set({ name })
      .where('id', '=', groupId)
      .where('customer_id', '=', scope.userId)
      .returning('id')
      .executeTakeFirst()
    if (renamed === undefined) throw new Refused('not_found')
  } catch (error) {
    if (violatedUnique(error) === 'complex_group_name_key')
      throw new Refused('group_name_taken', { at: 'name' })
    throw error
  }
}

/** Its complexes stay and are in no group. */
export async function removeComplexGroup(
  app: App,
  scope: CustomerScope,
  groupId: ComplexGroupId,
): Promise<void> {
  const removed = await app.db
    .deleteFrom('complex_group')
    .where('id', '=', groupId)
    .where('customer_id', '=', scope.userId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) throw new Refused('not_found')
}

/** The group of a name, whatever its case, made where there is none. */
async function findOrAddGroup(
  db: Db,
  scope: CustomerScope,
  name: string | null,
  now: Date,
): Promise<ComplexGroupId | null> {
  if (name === null) return null
  const { rows } = await sql<{ id: ComplexGroupId }>`
    insert into complex_group (customer_id, name, created_at) values (${scope.userId}, ${name}, ${now})
    on conflict (customer_id, lower(name)) do update set name = complex_group.name
    returning id
  `.execute(db)
  return rows[0]!.id
}
