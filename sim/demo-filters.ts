/** What the cast's customer looks for often among her weekly jobs. */
import { saveJobFilter } from '#server/bulk/save-filter.ts'
import { weekdayOf, type LocalDate } from '#domain/time.ts'
import { CAST } from './cast-city.ts'
import { attempt, type World } from './world.ts'

const ALL = { search: '', groupId: null, serviceKey: '', crewId: null, weekday: null, state: '' } as const

export async function keepFilters(world: World, today: LocalDate): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  const group = await world.host
    .app()
    .db.selectFrom('property_group')
    .where('customer_id', '=', scope.userId)
    .orderBy('name')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow()
  const weekday = weekdayOf(today)
  for (const filter of [
    { ...ALL, name: group.name, groupId: group.id },
    { ...ALL, name: 'Bins on collection day', serviceKey: 'bins', weekday },
  ])
    await attempt(world, 'filter', (app) => saveJobFilter(app, scope, filter))
}
