/** Every kind of background work and what it is told. Handlers stand in `index.ts`; actions need only this. */
import type { Instant } from '#domain/time.ts'
import type { Mail } from '../ports/mail/port.ts'
import type { PushMessage } from '../ports/push/port.ts'
import type { TextMessage } from '../ports/sms/port.ts'

export type TaskPayloads = {
  send_mail: Mail
  send_sms: TextMessage
  send_push: PushMessage
  /** Of a market, or of one customer after a large booking. */
  plan_visits: { readonly marketId?: string; readonly customerId?: string }
  mark_missed: SlotPayload
}

export type TaskKind = keyof TaskPayloads

/** What scheduled work is told: its market and the instant of its slot. */
export type SlotPayload = { readonly marketId: string; readonly at: Instant }

/** Kinds that a schedule may start. */
export type ScheduledKind = {
  [Kind in TaskKind]: SlotPayload extends TaskPayloads[Kind] ? Kind : never
}[TaskKind]
