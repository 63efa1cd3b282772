/** The week of visits that the jobs page shows first. */
import type { QueryClient } from '@tanstack/react-query'
import { DEFAULT_TIME_ZONE, dateAt, instant, mondayOf } from '#domain/time.ts'
import { shownWeek } from '#domain/visits/shown-week.ts'
import { prefetchPages } from '#web/endpoint-pages.ts'
import { userQuery } from '#web/session/user.ts'

export async function prefetchThisWeek(client: QueryClient): Promise<void> {
  const zone = client.getQueryData(userQuery().queryKey)?.time_zone ?? DEFAULT_TIME_ZONE
  const monday = mondayOf(dateAt(instant(Date.now()), zone))
  await prefetchPages(client, 'POST /api/get-visits', { body: shownWeek(monday) })
}
