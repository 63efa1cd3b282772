/** Every task and every schedule of the house. A kind without a handler does not compile. */
import { localTime } from '#domain/time.ts'
import type { TaskKind } from './kinds.ts'
import { markMissed } from './mark-missed.ts'
import { planVisits } from './plan-visits.ts'
import { sendMail, sendPush, sendSms } from './send-messages.ts'
import type { Schedule, Task } from './task.ts'

export const tasks: { readonly [Kind in TaskKind]: Task<Kind> } = {
  send_mail: sendMail,
  send_sms: sendSms,
  send_push: sendPush,
  plan_visits: planVisits,
  mark_missed: markMissed,
}

/** Scheduled kinds take `{ marketId, at }` as their payload: the market and the slot's instant. */
export const schedules: readonly Schedule[] = [
  { kind: 'plan_visits', words: 'every day at 01:00', at: { time: localTime('01:00') } },
  { kind: 'mark_missed', words: 'every hour', at: { everyMinutes: 60 } },
]
