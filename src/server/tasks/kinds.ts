/** Every kind of background work and what it is told. Handlers stand in `workers/`; actions need only this. */
import type {
  CardHoldId,
  NoticeId,
  OnDemandOrderId,
  PaymentId,
  PayoutId,
  PropertyImportId,
  PushedDayId,
  RefundId,
  UserId,
  VisitId,
} from '#domain/ids.ts'
import type { Channel } from '#domain/notifications/rules.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Mail } from '../ports/mail/port.ts'
import type { ProviderEvent } from '../ports/payments/port.ts'
import type { PushMessage } from '../ports/push/port.ts'
import type { TextMessage } from '../ports/sms/port.ts'
import type { HolidayFollowing } from './holiday-following.ts'

export type TaskPayloads = {
  /** The batch that begins at a byte of the file. */
  import_properties: { readonly importId: PropertyImportId; readonly fromByte: number }
  send_mail: Mail
  send_sms: TextMessage
  send_push: PushMessage
  deliver_notice: { readonly noticeId: NoticeId; readonly channel: Channel }
  remind_of_visits: SlotPayload
  forget_notices: SlotPayload
  /** Of a market, or of one customer after a large booking. */
  plan_visits: { readonly marketId?: string; readonly customerId?: UserId }
  push_day: { readonly pushedDayId: PushedDayId }
  undo_pushed_day: { readonly pushedDayId: PushedDayId }
  /** A page of the people concerned, after the last of the page before. */
  tell_pushed_day: {
    readonly pushedDayId: PushedDayId
    readonly what: 'pushed' | 'undone'
    readonly after: string | null
  }
  pay_standby: { readonly pushedDayId: PushedDayId }
  /** The jobs that keep a calendar, after the last of the batch before. */
  follow_holidays: HolidayFollowing
  settle_moved: { readonly from: LocalDate; readonly to: LocalDate; readonly after: VisitId | null }
  mark_missed: SlotPayload
  tell_trip: Trip
  offer_visits: { readonly visitIds: readonly VisitId[] }
  offer_open_visits: SlotPayload
  remind_to_confirm: SlotPayload
  remind_to_confirm_again: SlotPayload
  /** At the cutoff of the market's zone, and of others in which it has places. */
  lapse_unconfirmed: SlotPayload
  send_assignments_link: { readonly phone: string }
  tell_unassigned: { readonly customerId: UserId; readonly since: Instant }
  bill_week: SlotPayload & { readonly afterCustomerId?: UserId | null }
  hold_card: { readonly orderId: OnDemandOrderId }
  release_hold: { readonly holdId: CardHoldId }
  give_up_order: { readonly orderId: OnDemandOrderId }
  tell_order_end: { readonly orderId: OnDemandOrderId }
  settle_holds: SlotPayload
  clear_drafts: SlotPayload
  charge_payment: { readonly paymentId: PaymentId; readonly isRetry: boolean }
  retry_payments: SlotPayload
  apply_service_pause: { readonly customerId: UserId }
  send_refund: { readonly refundId: RefundId }
  pay_crews: SlotPayload & { readonly afterCrewId?: UserId | null }
  send_payout: { readonly payoutId: PayoutId }
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
