import type { WeeklyJobId } from '#domain/ids.ts'
import type { Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { TakenDay } from '../assignments/assign-work.ts'
import { takeWork } from '../assignments/take-work.ts'
import type { CrewScope } from '../scope.ts'

/** Takes all stops of a route on one weekday, or none. Stops that are the crew's already keep their position. */
export async function takeRoute(
  app: App,
  scope: CrewScope,
  input: { weekday: Weekday; stops: readonly { weeklyJobId: WeeklyJobId }[] },
): Promise<TakenDay> {
  const weeklyJobIds = input.stops.map((stop) => stop.weeklyJobId)
  const pathOf = (weeklyJobId: WeeklyJobId) => `stops.${weeklyJobIds.indexOf(weeklyJobId)}.weeklyJobId`
  const [taken] = await takeWork(app, scope, [{ weekday: input.weekday, weeklyJobIds }], pathOf)
  return taken!
}
