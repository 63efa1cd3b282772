/** Many places of a customer with what happens there, in as many statements for a hundred of them as for one. */
import { type RawBuilder, sql } from 'kysely'
import type { PropertyGroupId, PropertyId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import { DEFAULT_TURNOVER_RULE } from '#domain/turnovers/wanted-turnovers.ts'
import { containing, type Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

/** More than seven visits a day at each of a hundred places. */
const MOST_VISITS = 40_000

type Filter = {
  readonly search?: string | undefined
  /** Null: those in no group. */
  readonly groupId?: PropertyGroupId | null | undefined
}

/** By name; `cursor` is the last one of the page before. */
export async function listPlaces(
  db: Db,
  scope: CustomerScope,
  { limit, cursor, ...filter }: Filter & { limit: number; cursor?: PropertyId | undefined },
) {
  const rows = await ownPlaces(db, scope, filter)
    .$if(cursor !== undefined, (query) =>
      query.where(
        sql<boolean>`(lower(property.name), property.id) > (
          select lower(before.name), before.id from property as before
          where before.id = ${cursor}::uuid and before.customer_id = ${scope.userId}
        )`,
      ),
    )
    .leftJoin('property_group', 'property_group.id', 'property.group_id')
    .leftJoin('turnover_rule', 'turnover_rule.property_id', 'property.id')
    .orderBy(sql`lower(property.name)`)
    .orderBy('property.id')
    .limit(limit)
    .select([
      'property.id',
      'property.name',
      'property.time_zone as timeZone',
      'property_group.name as groupName',
      'turnover_rule.is_on as isOn',
      'turnover_rule.check_in_time as checkInTime',
      'turnover_rule.check_out_time as checkOutTime',
    ])
    .execute()
  return rows.map(({ isOn, checkInTime, checkOutTime, ...place }) => ({
    ...place,
    plansTurnovers: isOn ?? DEFAULT_TURNOVER_RULE.isOn,
    hours: {
      checkInTime: checkInTime ?? DEFAULT_TURNOVER_RULE.checkInTime,
      checkOutTime: checkOutTime ?? DEFAULT_TURNOVER_RULE.checkOutTime,
    },
  }))
}

export async function countPlaces(db: Db, scope: CustomerScope, filter: Filter): Promise<number> {
  const { count } = await ownPlaces(db, scope, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function listVisitsAt(
  db: Db,
  propertyIds: readonly PropertyId[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
) {
  return db
    .selectFrom('visit')
    .leftJoin('users as crew', 'crew.id', 'visit.crew_id')
    .where('visit.property_id', '=', sql<PropertyId>`any(${[...propertyIds]}::uuid[])`)
    .where('visit.date', '>=', from)
    .where('visit.date', '<=', to)
    .where('visit.state', '<>', 'cancelled')
    .orderBy('visit.starts_at')
    .orderBy('visit.id')
    .limit(MOST_VISITS)
    .select([
      'visit.id',
      'visit.property_id as propertyId',
      'visit.service_key as serviceKey',
      'visit.date',
      'visit.starts_at as startsAt',
      'visit.ends_at as endsAt',
      'visit.state',
      'crew.name as crewName',
    ])
    .execute()
}

function ownPlaces(db: Db, scope: CustomerScope, { search = '', groupId }: Filter) {
  const like = (column: RawBuilder<unknown>) => sql<boolean>`${column} ilike ${containing(search)}`
  return db
    .selectFrom('property')
    .where('property.customer_id', '=', scope.userId)
    .where('property.removed_at', 'is', null)
    .where('property.complex_id', 'is', null)
    .$if(search !== '', (query) =>
      query.where((eb) => eb.or([like(sql.ref('property.name')), like(sql.ref('property.address'))])),
    )
    .$if(groupId === null, (query) => query.where('property.group_id', 'is', null))
    .$if(typeof groupId === 'string', (query) => query.where('property.group_id', '=', groupId ?? null))
}
