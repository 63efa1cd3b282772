import type { WeeklyJobId } from '#domain/ids.ts'
import type { Weekday } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { TakenDay } from '../assignments/assign-work.ts'
import { takeWork } from '../assignments/take-work.ts'
import type { CrewScope } from '../scope.ts'

/** Takes one weekly job on some of its weekdays, all or none; each gets the best position in its day. */
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
