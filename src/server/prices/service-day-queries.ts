/** What a service is on the day of a visit: what was planned to begin by then, else what it is now. */
import { sql } from 'kysely'

/** Of a query that has both `visit` and its `service`. */
export const minutesOnDay = onDay<number>('minutes')
export const minutesPerUnitOnDay = onDay<number>('minutes_per_unit')
export const photosOnDay = onDay<number>('photos_required')

function onDay<Value>(column: 'minutes' | 'minutes_per_unit' | 'photos_required') {
  const name = sql.ref(column)
  return sql<Value>`coalesce((
    select change.${name} from service_change change
    where change.service_key = service.key and change.from_date <= visit.date
    order by change.from_date desc limit 1
  ), service.${name})`
}
