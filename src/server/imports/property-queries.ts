import { type RawBuilder, sql } from 'kysely'
import type { LatLng } from '#domain/geo.ts'
import type { PropertyImportId, UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

export type ImportedProperty = LatLng & {
  /** By which the place is found again: once per customer. */
  readonly externalRef: string
  readonly name: string
  readonly address: string | null
  readonly neighbourhood: string | null
  readonly kind: string | null
  readonly group: string | null
  readonly accessNotes: string | null
  readonly timeZone: string
}

export type Batch = {
  readonly customerId: UserId
  readonly importId: PropertyImportId
  readonly now: Date
  readonly properties: readonly ImportedProperty[]
}

type ComparedRow = { ref: string; is_added: boolean; is_repeated: boolean; is_changed: boolean }

/** Once per name, whatever its case; written as it came first. */
export async function insertMissingGroups(db: Db, { customerId, now, properties }: Batch): Promise<void> {
  const names = [...new Set(properties.flatMap(({ group }) => (group === null ? [] : [group])))]
  if (names.length === 0) return
  await sql`
    insert into property_group (customer_id, name, created_at)
    select ${customerId}::uuid, (array_agg(name order by position))[1], ${now}::timestamptz
    from unnest(${names}::text[]) with ordinality as named (name, position)
    group by lower(name) order by lower(name)
    on conflict (customer_id, lower(name)) do nothing
  `.execute(db)
}

export async function compare(db: Db, batch: Batch): Promise<ComparedRow[]> {
  const { rows } = await sql<ComparedRow>`
    with ${incoming(batch)}
    select incoming.ref,
      property.id is null or property.removed_at is not null as is_added,
      coalesce(property.last_import_id = ${batch.importId}::uuid, false) as is_repeated,
      property.id is null or property.removed_at is not null or
        (property.name, property.lat, property.lng, property.time_zone) is distinct from
          (incoming.name, incoming.lat, incoming.lng, incoming.time_zone) or
        property.address is distinct from coalesce(incoming.address, property.address) or
        property.neighbourhood is distinct from coalesce(incoming.neighbourhood, property.neighbourhood) or
        property.kind is distinct from coalesce(incoming.kind, property.kind) or
        property.access_notes is distinct from coalesce(incoming.access_notes, property.access_notes) or
        property.group_id is distinct from coalesce(incoming.group_id, property.group_id) as is_changed
    from incoming
    left join property on property.customer_id = ${batch.customerId} and property.external_ref = incoming.ref
  `.execute(db)
  return rows
}

export async function upsertProperties(db: Db, batch: Batch, refs: readonly string[]): Promise<void> {
  await sql`
    with ${incoming(batch)}
    insert into property (customer_id, external_ref, name, lat, lng, time_zone, address, neighbourhood, kind,
      access_notes, group_id, last_import_id, created_at, updated_at)
    select ${batch.customerId}::uuid, ref, name, lat, lng, time_zone, address, neighbourhood, kind,
      coalesce(access_notes, ''), group_id, ${batch.importId}::uuid, ${batch.now}, ${batch.now}
    from incoming where ref = any(${refs}::text[]) order by ref
    on conflict (customer_id, external_ref) do update set
      name = excluded.name, lat = excluded.lat, lng = excluded.lng, time_zone = excluded.time_zone,
      address = coalesce(excluded.address, property.address),
      neighbourhood = coalesce(excluded.neighbourhood, property.neighbourhood),
      kind = coalesce(excluded.kind, property.kind),
      access_notes = coalesce(nullif(excluded.access_notes, ''), property.access_notes),
      group_id = coalesce(excluded.group_id, property.group_id),
      last_import_id = excluded.last_import_id, updated_at = excluded.updated_at, removed_at = null
  `.execute(db)
}

export async function markSeen(
  db: Db,
  { customerId, importId }: Batch,
  refs: readonly string[],
): Promise<void> {
  await sql`
    update property set last_import_id = ${importId}::uuid
    where customer_id = ${customerId} and external_ref = any(${refs}::text[])
  `.execute(db)
}

function incoming({ customerId, properties }: Batch): RawBuilder<unknown> {
  const column = <Key extends keyof ImportedProperty>(key: Key) => properties.map((property) => property[key])
  return sql`incoming as (
    select cells.*, property_group.id as group_id
    from unnest(${column('externalRef')}::text[], ${column('name')}::text[], ${column('lat')}::float8[],
      ${column('lng')}::float8[], ${column('timeZone')}::text[], ${column('address')}::text[],
      ${column('neighbourhood')}::text[], ${column('kind')}::text[], ${column('accessNotes')}::text[],
      ${column('group')}::text[])
      as cells (ref, name, lat, lng, time_zone, address, neighbourhood, kind, access_notes, group_name)
    left join property_group on property_group.customer_id = ${customerId}
      and lower(property_group.name) = lower(cells.group_name)
  )`
}
