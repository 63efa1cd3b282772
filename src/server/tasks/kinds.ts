/**
 * Every kind of background work and its payload. A payload waits in the database, perhaps over a change of
 * release, and is read again by these shapes. Handlers stand in `workers/`; actions need only this.
 */
import { z } from 'zod'
import { amountCents, day, id, weekday } from '#contract/shapes.ts'
import { INVOICE_NEWS } from '#domain/billing/invoices.ts'
import type {
  ApprovalId,
  BulkChangeId,
  CardHoldId,
  DataExportId,
  DispatchPlanId,
  HolidayRuleSetId,
  HospitableAccountId,
  InvoiceId,
  NoticeId,
  OnDemandOrderId,
  PaymentId,
  PayoutId,
  PriceId,
  PropertyId,
  PropertyImportId,
  PushedDayId,
  ReconcileRunId,
  ReportAddressId,
  RefundId,
  StaySourceId,
  TipId,
  UserId,
  VisitId,
} from '#domain/ids.ts'
import { LANGUAGES } from '#domain/language.ts'
import { CHANNELS } from '#domain/notifications/rules.ts'
import { instant, type Weekday } from '#domain/time.ts'
import type { Mail } from '../ports/mail/port.ts'
import { EVENT_SUBJECTS, type ProviderEvent } from '../ports/payments/port.ts'
import type { PushMessage } from '../ports/push/port.ts'
import type { TextMessage } from '../ports/sms/port.ts'

const priceAmounts = z.object({ baseCents: amountCents, unitCents: amountCents, minimumCents: amountCents })

export type TaskKind = keyof typeof TASK_PAYLOADS

export type TaskPayloads = { readonly [Kind in TaskKind]: z.output<(typeof TASK_PAYLOADS)[Kind]> }

/** The payload of scheduled work: its market and the instant of its slot. */
export type SlotPayload = z.output<typeof slot>

/** Kinds that a schedule may start. */
export type ScheduledKind = {
  [Kind in TaskKind]: SlotPayload extends TaskPayloads[Kind] ? Kind : never
}[TaskKind]

/** Of a crew on its way a customer is notified. */
export type Trip = TaskPayloads['notify_of_trip']

/** A walk over the jobs that keep a calendar which has changed. */
export type HolidayFollowing = TaskPayloads['follow_holidays']

/** The payload of a task of the kind. Throws where it waits in a shape that this release does not know. */
export function payloadOf<Kind extends TaskKind>(kind: Kind, payload: unknown): TaskPayloads[Kind] {
  const shapes: { readonly [Each in TaskKind]: z.ZodType<TaskPayloads[Each]> } = TASK_PAYLOADS
  return shapes[kind].parse(payload)
}

export function isTaskKind(kind: string): kind is TaskKind {
  return Object.hasOwn(TASK_PAYLOADS, kind)
}

const at = z.int().transform(instant)
const slot = z.object({ marketId: z.string(), at })
const payload = { key: z.string(), to: z.string(), text: z.string(), userId: id<UserId>().nullable() }

/** A paper that goes with it is named only, and made when the mail is sent. */
const mail: z.ZodType<
  Omit<Mail, 'attachments'> & {
    readonly receiptOf?: PaymentId
    readonly isAsked?: boolean
    readonly invoiceId?: InvoiceId
    readonly nightReport?: { readonly addressId: ReportAddressId; readonly visitIds: readonly VisitId[] }
  }
> = z.object({
  ...payload,
  subject: z.string(),
  unsubscribeUrl: z.string().exactOptional(),
  receiptOf: id<PaymentId>().exactOptional(),
  /** The paper goes with it whatever the customer chose: somebody asked for it. */
  isAsked: z.boolean().exactOptional(),
  invoiceId: id<InvoiceId>().exactOptional(),
  /** To an address that may have ended it by then. */
  nightReport: z
    .object({ addressId: id<ReportAddressId>(), visitIds: z.array(id<VisitId>()) })
    .exactOptional(),
})
const textMessage: z.ZodType<TextMessage> = z.object(payload)
const pushMessage: z.ZodType<PushMessage> = z.object({
  key: payload.key,
  subscription: z.string(),
  title: z.string(),
  text: payload.text,
  url: z.string(),
  userId: payload.userId,
})
const providerEvent: z.ZodType<ProviderEvent> = z.object({
  id: z.string(),
  type: z.string(),
  // What was taken in before it was sorted by what it is about is read again all the same.
  subject: z.enum(EVENT_SUBJECTS).default('unknown'),
  objectId: z.string(),
  accountId: z.string().nullable().default(null),
  createdAt: at.default(instant(0)),
})
const visitIds: z.ZodType<readonly VisitId[]> = z.array(id<VisitId>())
const weekdays: z.ZodType<readonly Weekday[]> = z.array(weekday)
const pushedDay = z.object({ pushedDayId: id<PushedDayId>() })

const TASK_PAYLOADS = {
  /** The batch that begins at a byte of the file. */
  import_properties: z.object({ importId: id<PropertyImportId>(), fromByte: z.int() }),
  send_mail: mail,
  send_sms: textMessage,
  send_push: pushMessage,
  deliver_notice: z.object({ noticeId: id<NoticeId>(), channel: z.enum(CHANNELS) }),
  remind_of_visits: slot,
  send_digests: slot,
  send_night_reports: slot,
  notify_of_holidays: slot,
  forget_notices: slot,
  /** Whose day has come. */
  begin_service_changes: slot,
  /** Of days that are over. */
  forget_whereabouts: slot,
  /** That are long over. */
  forget_stays: slot,
  /** Of the places whose pickups follow stays, each day. */
  review_pickups: slot,
  /** Some of its weekly jobs, or of its undo; it puts the next into the queue. */
  run_bulk_change: z.object({ bulkChangeId: id<BulkChangeId>(), customerId: id<UserId>() }),
  plan_pickups: z.object({ propertyId: id<PropertyId>(), customerId: id<UserId>() }),
  plan_turnovers: z.object({ propertyId: id<PropertyId>(), customerId: id<UserId>() }),
  /** Those that are due. */
  read_feeds: slot,
  read_feed: z.object({ sourceId: id<StaySourceId>() }),
  /** Whose days of grace are over. */
  close_accounts: slot,
  export_data: z.object({ exportId: id<DataExportId>() }),
  write_year_file: z.object({ exportId: id<DataExportId>() }),
  clear_data_exports: slot,
  /** Of a market, or of one customer after a large booking. */
  plan_visits: z.object({
    marketId: z.string().exactOptional(),
    customerId: id<UserId>().exactOptional(),
  }),
  push_day: pushedDay,
  plan_dispatch: z.object({ planId: id<DispatchPlanId>() }),
  undo_pushed_day: pushedDay,
  /** A page of the people concerned, after the last of the page before. */
  notify_of_pushed_day: pushedDay.extend({
    what: z.enum(['pushed', 'undone']),
    after: z.string().nullable(),
  }),
  pay_standby: pushedDay,
  /** The jobs that keep a calendar, after the last of the batch before. */
  follow_holidays: z.object({
    /** Whose progress is counted; null where the calendar is none. */
    ruleSetId: id<HolidayRuleSetId>().nullable(),
    /** The jobs of a calendar, of a market without one of their own, or of one place. */
    scope: z.union([
      z.object({ ruleSetId: id<HolidayRuleSetId>() }),
      z.object({ marketId: z.string() }),
      z.object({ propertyId: id<PropertyId>() }),
    ]),
    /** Dates of rules that are treated otherwise now. */
    from: day,
    to: day,
    weekdays,
    /** The same for all parts of a walk. */
    walkId: z.string(),
    /** This part's jobs lie behind the first id, up to the last. */
    after: z.string().nullable(),
    upTo: z.string().nullable(),
  }),
  settle_moved: z.object({ from: day, to: day, after: id<VisitId>().nullable() }),
  mark_missed: slot,
  notify_of_trip: z.object({
    visitId: id<VisitId>(),
    trip: z.enum(['on_the_way', 'arrived']),
    /** When we received it. */
    at,
  }),
  offer_visits: z.object({ visitIds }),
  offer_open_visits: slot,
  remind_to_confirm: slot,
  remind_to_confirm_again: slot,
  /** At the cutoff of the market's zone, and of others in which it has places. */
  lapse_unconfirmed: slot,
  send_assignments_link: z.object({ phone: z.string() }),
  /** Of an address that may have no account. */
  send_account_link: z.object({
    email: z.string(),
    purpose: z.enum(['reset_password', 'sign_in', 'change_email']),
    goesTo: z.string().nullable(),
    /** Who wants to have the address, where it is not its account that asks. */
    userId: id<UserId>().exactOptional(),
  }),
  /** Of a phone or a mailbox that may have no account. */
  send_code: z.object({ tokenHash: z.string(), locale: z.enum(LANGUAGES), askedAt: at }),
  /** A city has opened: a batch of those who wait there, after the last of the batch before. */
  notify_waitlist: z.object({ marketId: z.string(), after: z.string().nullable() }),
  /** A page of customers, after the last of the page before. */
  notify_of_price: z.object({
    priceId: id<PriceId>(),
    /** What held until then, by which a customer is notified of the difference. */
    before: priceAmounts.nullable(),
    /** What holds from then on; without it the amounts of the price itself. */
    after: priceAmounts.nullable().exactOptional(),
    afterCustomerId: id<UserId>().nullable(),
  }),
  notify_of_unassigned: z.object({ customerId: id<UserId>(), since: at }),
  bill_week: slot.extend({ afterCustomerId: id<UserId>().nullable().exactOptional() }),
  bill_month: slot.extend({ afterCustomerId: id<UserId>().nullable().exactOptional() }),
  mail_invoice: z.object({ invoiceId: id<InvoiceId>(), about: z.enum(INVOICE_NEWS) }),
  /** A page of those that are due, after the last of the page before. */
  remind_of_invoices: slot.extend({
    after: z.object({ dueOn: day, id: id<InvoiceId>() }).nullable().exactOptional(),
  }),
  hold_card: z.object({ orderId: id<OnDemandOrderId>() }),
  release_hold: z.object({ holdId: id<CardHoldId>() }),
  give_up_order: z.object({ orderId: id<OnDemandOrderId>() }),
  notify_order_end: z.object({ orderId: id<OnDemandOrderId>() }),
  settle_holds: slot,
  clear_drafts: slot,
  charge_payment: z.object({ paymentId: id<PaymentId>(), isRetry: z.boolean() }),
  retry_payments: slot,
  apply_service_pause: z.object({ customerId: id<UserId>() }),
  send_refund: z.object({ refundId: id<RefundId>() }),
  end_approval: z.object({ approvalId: id<ApprovalId>() }),
  use_credit: z.object({ customerId: id<UserId>() }),
  settle_fees: slot,
  catch_up_events: slot,
  start_hospitable: slot,
  read_hospitable: z.object({ accountId: id<HospitableAccountId>(), until: at }),
  reconcile: slot,
  /** Done once: the run says which slice is next. */
  reconcile_slice: z.object({ runId: id<ReconcileRunId>(), slice: z.int() }),
  /** A page of crews, after the last of the page before. */
  refresh_payout_accounts: slot.extend({ afterCrewId: id<UserId>().nullable().exactOptional() }),
  pay_crews: slot.extend({ afterCrewId: id<UserId>().nullable().exactOptional() }),
  send_payout: z.object({ payoutId: id<PayoutId>() }),
  settle_payouts: slot,
  release_commissions: slot,
  /** A page of crews, after the last of the page before. */
  remind_of_tax_forms: slot.extend({
    after: z.object({ paidCents: z.int(), id: z.string() }).nullable().exactOptional(),
  }),
  remind_of_exemptions: slot,
  apply_provider_event: providerEvent,
  take_demo_webhooks: slot,
  /** A window of days, from the first of them on. */
  record_days: slot.extend({ from: day.exactOptional() }),
  prune_live_events: slot,
  forget_what_is_over: slot,
  /** Balances of the books up to now. */
  seal_ledger: slot,
  ask_for_rating: z.object({ visitId: id<VisitId>() }),
  give_tip: z.object({ tipId: id<TipId>() }),
}
