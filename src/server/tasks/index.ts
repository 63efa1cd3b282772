/** Every task and every schedule of the house. A kind without a handler does not compile. */
import type { TaskKind } from './kinds.ts'
import { sendMail, sendPush, sendSms } from './send-messages.ts'
import type { Schedule, Task } from './task.ts'

export const tasks: { readonly [Kind in TaskKind]: Task<Kind> } = {
  send_mail: sendMail,
  send_sms: sendSms,
  send_push: sendPush,
}

/** Scheduled kinds take `{ marketId, at }` as their payload: the market and the slot's instant. */
export const schedules: readonly Schedule[] = []
