/**
 * Whose work a task is. Markets take turns in a lane (`workers/task-queries.ts`), so each kind says by which row its
 * market is found; null is work of none, which has a turn of its own.
 */
import type { TaskKind, TaskPayloads } from './kinds.ts'

/** What stands behind the id; `enqueueAll` knows the way from each to its market. */
export type OwnedBy =
  | 'market'
  | 'user'
  | 'payment'
  | 'payout'
  | 'refund'
  | 'invoice'
  | 'order'
  | 'hold'
  | 'visit'
  | 'tip'
  | 'notice'
  | 'pushed_day'
  | 'plan'
  | 'import'
  | 'source'
  | 'account'
  | 'export'
  | 'approval'

export type Owner = readonly [by: OwnedBy, id: string]

export function ownerOf<Kind extends TaskKind>(kind: Kind, payload: TaskPayloads[Kind]): Owner | null {
  const find: (given: TaskPayloads[Kind]) => Owner | null = OWNERS[kind]
  return find(payload)
}

type Owners = { readonly [Kind in TaskKind]: (payload: TaskPayloads[Kind]) => Owner | null }

const ofMarket = ({ marketId }: { readonly marketId: string }): Owner => ['market', marketId]
const ofCustomer = ({ customerId }: { readonly customerId: string }): Owner => ['user', customerId]
const ofReader = ({ userId }: { readonly userId: string | null }): Owner | null =>
  userId === null ? null : ['user', userId]
const ofOrder = ({ orderId }: { readonly orderId: string }): Owner => ['order', orderId]
const ofVisit = ({ visitId }: { readonly visitId: string }): Owner => ['visit', visitId]
const ofPushedDay = ({ pushedDayId }: { readonly pushedDayId: string }): Owner => ['pushed_day', pushedDayId]
const ofNobody = () => null

const OWNERS: Owners = {
  import_properties: ({ importId }) => ['import', importId],
  send_mail: ofReader,
  send_sms: ofReader,
  send_push: ofReader,
  deliver_notice: ({ noticeId }) => ['notice', noticeId],
  remind_of_visits: ofMarket,
  send_digests: ofMarket,
  send_night_reports: ofMarket,
  notify_of_holidays: ofMarket,
  forget_notices: ofMarket,
  begin_service_changes: ofMarket,
  forget_whereabouts: ofMarket,
  forget_stays: ofMarket,
  review_pickups: ofMarket,
  run_bulk_change: ofCustomer,
  plan_pickups: ofCustomer,
  plan_turnovers: ofCustomer,
  read_feeds: ofMarket,
  read_feed: ({ sourceId }) => ['source', sourceId],
  close_accounts: ofMarket,
  export_data: ({ exportId }) => ['export', exportId],
  write_year_file: ({ exportId }) => ['export', exportId],
  clear_data_exports: ofMarket,
  plan_visits: ({ marketId, customerId }) => {
    if (marketId !== undefined) return ['market', marketId]
    return customerId === undefined ? null : ['user', customerId]
  },
  push_day: ofPushedDay,
  plan_dispatch: ({ planId }) => ['plan', planId],
  undo_pushed_day: ofPushedDay,
  notify_of_pushed_day: ofPushedDay,
  pay_standby: ofPushedDay,
  follow_holidays: ({ scope }) => ('marketId' in scope ? ['market', scope.marketId] : null),
  settle_moved: ofNobody,
  mark_missed: ofMarket,
  notify_of_trip: ofVisit,
  offer_visits: ({ visitIds: [visitId] }) => (visitId === undefined ? null : ['visit', visitId]),
  offer_open_visits: ofMarket,
  remind_to_confirm: ofMarket,
  remind_to_confirm_again: ofMarket,
  lapse_unconfirmed: ofMarket,
  send_assignments_link: ofNobody,
  send_account_link: ofNobody,
  send_code: ofNobody,
  notify_waitlist: ofMarket,
  notify_of_price: ofNobody,
  notify_of_unassigned: ofCustomer,
  bill_week: ofMarket,
  bill_month: ofMarket,
  mail_invoice: ({ invoiceId }) => ['invoice', invoiceId],
  remind_of_invoices: ofMarket,
  hold_card: ofOrder,
  release_hold: ({ holdId }) => ['hold', holdId],
  give_up_order: ofOrder,
  notify_order_end: ofOrder,
  settle_holds: ofMarket,
  clear_drafts: ofMarket,
  charge_payment: ({ paymentId }) => ['payment', paymentId],
  retry_payments: ofMarket,
  apply_service_pause: ofCustomer,
  send_refund: ({ refundId }) => ['refund', refundId],
  end_approval: ({ approvalId }) => ['approval', approvalId],
  use_credit: ofCustomer,
  settle_fees: ofMarket,
  catch_up_events: ofMarket,
  start_hospitable: ofMarket,
  read_hospitable: ({ accountId }) => ['account', accountId],
  reconcile: ofMarket,
  reconcile_slice: ofNobody,
  refresh_payout_accounts: ofMarket,
  pay_crews: ofMarket,
  send_payout: ({ payoutId }) => ['payout', payoutId],
  settle_payouts: ofMarket,
  release_commissions: ofMarket,
  remind_of_tax_forms: ofMarket,
  remind_of_exemptions: ofMarket,
  apply_provider_event: ofNobody,
  take_demo_webhooks: ofMarket,
  record_days: ofMarket,
  prune_live_events: ofMarket,
  forget_what_is_over: ofMarket,
  seal_ledger: ofMarket,
  ask_for_rating: ofVisit,
  give_tip: ({ tipId }) => ['tip', tipId],
}
