/** Every kind of background work and what it is told. Handlers stand in `workers/`; actions need only this. */
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Mail } from '../ports/mail/port.ts'
import type { ProviderEvent } from '../ports/payments/port.ts'
import type { PushMessage } from '../ports/push/port.ts'
import type { TextMessage } from '../ports/sms/port.ts'
import type { HolidayFollowing } from './holiday-following.ts'

export type TaskPayloads = {
  /** The batch that begins at a byte of the file. */
  import_properties: { readonly importId: string; readonly fromByte: number }
  send_mail: Mail
  send_sms: TextMessage
  send_push: PushMessage
  deliver_notice: { readonly noticeId: string; readonly channel: Channel }
  remind_of_visits: SlotPayload
  forget_notices: SlotPayload
  /** Of a market, or of one customer after a large booking. */
  plan_visits: { readonly marketId?: string; readonly customerId?: string }
  push_day: { readonly pushedDayId: string }
  undo_pushed_day: { readonly pushedDayId: string }
  /** A page of the people concerned, after the last of the page before. */
  tell_pushed_day: {
    readonly pushedDayId: string
    readonly what: 'pushed' | 'undone'
    readonly after: string | null
  }
  pay_standby: { readonly pushedDayId: string }
  /** The jobs that keep a calendar, after the last of the batch before. */
  follow_holidays: HolidayFollowing
  settle_moved: { readonly from: LocalDate; readonly to: LocalDate; readonly after: string | null }
  mark_missed: SlotPayload
  tell_trip: Trip
  offer_visits: { readonly visitIds: readonly string[] }
  offer_open_visits: SlotPayload
  remind_to_confirm: SlotPayload
  remind_to_confirm_again: SlotPayload
  /** At the cutoff of the market's zone, and of others in which it has places. */
  lapse_unconfirmed: SlotPayload
  send_assignments_link: { readonly phone: string }
  tell_unassigned: { readonly customerId: UserId; readonly since: Instant }
  bill_week: SlotPayload & { readonly afterCustomerId?: string | null }
  hold_card: { readonly orderId: string }
  release_hold: { readonly holdId: string }
  give_up_order: { readonly orderId: string }
  tell_order_end: { readonly orderId: string }
  settle_holds: SlotPayload
  clear_drafts: SlotPayload
  charge_payment: { readonly paymentId: string; readonly isRetry: boolean }
  retry_payments: SlotPayload
  apply_service_pause: { readonly customerId: string }
  send_refund: { readonly refundId: string }
  pay_crews: SlotPayload & { readonly afterCrewId?: string | null }
  send_payout: { readonly payoutId: string }
  settle_payouts: SlotPayload
  release_commissions: SlotPayload
  apply_provider_event: ProviderEvent
  take_demo_webhooks: SlotPayload
  prune_live_events: SlotPayload
  ask_for_rating: { readonly visitId: VisitId }
}

export type TaskKind = keyof TaskPayloads

/** What scheduled work is told: its market and the instant of its slot. */
export type SlotPayload = { readonly marketId: string; readonly at: Instant }

/** Kinds that a schedule may start. */
export type ScheduledKind = {
  [Kind in TaskKind]: SlotPayload extends TaskPayloads[Kind] ? Kind : never
}[TaskKind]

/** What a customer hears of a crew on its way. */
export type Trip = {
  readonly visitId: VisitId
  readonly trip: 'on_the_way' | 'arrived'
  /** When we heard of it. */
  readonly at: Instant
}
