/** How many photos a visit needs: a stricter rule than the one under which it began is for later visits. */
import { sql } from 'kysely'
import { photosOnDay } from '../prices/service-day-queries.ts'

/** Of a query that has both `visit` and its `service`. */
export const photosRequired = sql<number>`least(${photosOnDay}, (
  select min(past.photos_required) from service_past past
  where past.service_key = service.key and past.replaced_at > visit.starts_at
))`
