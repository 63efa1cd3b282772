import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { PushedDayId } from '#domain/ids.ts'
import type { Push } from './pushed-visits.ts'

export type PushedDayRow = Awaited<ReturnType<typeof loadPushedDay>>

/** Locked: batches of one pushed day come one after another, whoever works on them. */
export async function loadPushedDay(db: Db, id: PushedDayId) {
  const row = await db
    .selectFrom('pushed_day')
    .where('id', '=', id)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return row
}

export function pushOf(row: PushedDayRow): Push {
  const { lat, lng, radius_feet: radiusFeet } = row
  return {
    marketId: row.market_id,
    date: row.date,
    to: row.to_date,
    area: lat === null || lng === null || radiusFeet === null ? null : { lat, lng, radiusFeet },
    serviceKeys: row.service_keys,
  }
}
