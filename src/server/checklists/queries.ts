/** Lists of services and of places, each in versions. */
import type { PlaceItem, ServiceItem } from '#domain/checklists/items.ts'
import type { PropertyId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { TURNOVER_SERVICE } from '#domain/turnovers/wanted-turnovers.ts'
import { type Db, toJson, toTimestamp } from '../db/client.ts'
import type { CustomerScope, OperatorScope } from '../scope.ts'

const PAST_SHOWN = 10
/** Of a place; a phone shows what it read at most a week ago. */
const KEPT_VERSIONS = 20

const VERSION_COLUMNS = ['version', 'items', 'saved_at', 'replaced_at'] as const

type PlaceService = { readonly propertyId: PropertyId; readonly serviceKey: string }

/** What holds now, of the services that have a list. */
export async function serviceListsNow(db: Db, serviceKeys: readonly string[]) {
  if (serviceKeys.length === 0) return []
  return db
    .selectFrom('service_checklist')
    .where('service_key', 'in', [...new Set(serviceKeys)])
    .where('replaced_at', 'is', null)
    .select(['service_key', ...VERSION_COLUMNS])
    .execute()
}

/** What holds now at the places, for every service. */
export async function placeListsNow(db: Db, propertyIds: readonly PropertyId[]) {
  if (propertyIds.length === 0) return []
  return db
    .selectFrom('place_checklist')
    .where('property_id', 'in', [...new Set(propertyIds)])
    .where('replaced_at', 'is', null)
    .select(['property_id', 'service_key', ...VERSION_COLUMNS])
    .execute()
}

/** Newest first, as far back as a visit may still ask for. */
export function serviceVersions(db: Db, serviceKey: string) {
  return db
    .selectFrom('service_checklist')
    .where('service_key', '=', serviceKey)
    .orderBy('version', 'desc')
    .limit(KEPT_VERSIONS)
    .select(VERSION_COLUMNS)
    .execute()
}

export function placeVersions(db: Db, { propertyId, serviceKey }: PlaceService) {
  return db
    .selectFrom('place_checklist')
    .where('property_id', '=', propertyId)
    .where('service_key', '=', serviceKey)
    .orderBy('version', 'desc')
    .limit(KEPT_VERSIONS)
    .select(VERSION_COLUMNS)
    .execute()
}

/** Newest first: what holds, then what held before. */
export function shownServiceLists(db: Db, _scope: OperatorScope, serviceKey: string) {
  return db
    .selectFrom('service_checklist')
    .innerJoin('users', 'users.id', 'service_checklist.saved_by')
    .where('service_key', '=', serviceKey)
    .orderBy('version', 'desc')
    .limit(1 + PAST_SHOWN)
    .select(['version', 'items', 'saved_at', 'replaced_at', 'users.name as saved_by_name'])
    .execute()
}

/** Locked, so that of two who change its list one comes second. */
export async function lockServiceKey(db: Db, serviceKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('service')
    .where('key', '=', serviceKey)
    .select('key')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type Saving = { readonly version: number; readonly now: Instant }

export async function insertServiceList(
  db: Db,
  { serviceKey, items, by }: { serviceKey: string; items: readonly ServiceItem[]; by: UserId },
  { version, now }: Saving,
): Promise<void> {
  await db
    .updateTable('service_checklist')
    .set({ replaced_at: toTimestamp(now) })
    .where('service_key', '=', serviceKey)
    .where('replaced_at', 'is', null)
    .execute()
  await db
    .insertInto('service_checklist')
    .values({
      service_key: serviceKey,
      version,
      items: toJson([...items]),
      saved_at: toTimestamp(now),
      saved_by: by,
    })
    .execute()
}

/** What is too old for any visit to ask for goes. */
export async function insertPlaceList(
  db: Db,
  { propertyId, serviceKey, items }: PlaceService & { readonly items: readonly PlaceItem[] },
  { version, now }: Saving,
): Promise<void> {
  const ofPlace = { property_id: propertyId, service_key: serviceKey }
  await db
    .updateTable('place_checklist')
    .set({ replaced_at: toTimestamp(now) })
    .where('property_id', '=', propertyId)
    .where('service_key', '=', serviceKey)
    .where('replaced_at', 'is', null)
    .execute()
  await db
    .insertInto('place_checklist')
    .values({ ...ofPlace, version, items: toJson([...items]), saved_at: toTimestamp(now) })
    .execute()
  await db
    .deleteFrom('place_checklist')
    .where('property_id', '=', propertyId)
    .where('service_key', '=', serviceKey)
    .where('version', '<=', version - KEPT_VERSIONS)
    .execute()
}

/** What is done at a place again and again: its lists can be changed, also where its service has none. */
export async function servicesOfPlace(
  db: Db,
  scope: CustomerScope,
  propertyId: PropertyId,
): Promise<string[]> {
  const rows = await db
    .selectFrom('service')
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('weekly_job')
            .whereRef('weekly_job.service_key', '=', 'service.key')
            .where('weekly_job.customer_id', '=', scope.userId)
            .where('property_id', '=', propertyId)
            .where('state', '<>', 'cancelled')
            .select('weekly_job.id'),
        ),
        where.and([
          where('service.key', '=', TURNOVER_SERVICE),
          where.exists(
            where
              .selectFrom('turnover_rule')
              .where('property_id', '=', propertyId)
              .where('is_on', '=', true)
              .select('property_id'),
          ),
        ]),
      ]),
    )
    .orderBy('service.sort')
    .select('service.key')
    .execute()
  return rows.map(({ key }) => key)
}
