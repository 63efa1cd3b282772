import type { WeeklyJobId } from '#domain/ids.ts'
import type { Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { TakenDay } from '../assignments/hold.ts'
import { takeWork } from '../assignments/take.ts'
import type { CrewScope } from '../scope.ts'

/** Takes all stops of a route on one weekday, or none. Stops that the crew holds already keep their place in the order. */
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

/** Takes one weekly job on some of its weekdays, all or none; each finds its best place in the order of its day. */
export async function takeWeeklyJob(
  app: App,
  scope: CrewScope,
  input: { weeklyJobId: WeeklyJobId; weekdays: readonly Weekday[] },
): Promise<{ days: TakenDay[] }> {
  const weeklyJobIds = [input.weeklyJobId]
  const pathOf = (_: WeeklyJobId, weekday: Weekday) => `weekdays.${input.weekdays.indexOf(weekday)}`
  const days = input.weekdays.map((weekday) => ({ weekday, weeklyJobIds }))
  return { days: await takeWork(app, scope, days, pathOf) }
}
