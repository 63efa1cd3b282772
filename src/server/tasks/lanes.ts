/**
 * Work waits in lanes: what is slow because somebody outside is slow keeps only its own lane waiting. A lane is what
 * its work waits for; how many do it at once is said here, for each process, and how many tasks are claimed together
 * at most: as many as are done in a moment, of what is short.
 */
import { keysOf } from '#domain/keys.ts'
import type { TaskKind } from './kinds.ts'

export const LANES = {
  /** Short work on few rows of our own. */
  quick: { workers: 3, together: 50 },
  /** Work on many rows, batch after batch. */
  batches: { workers: 2, together: 1 },
  /** What people pay, hold and get back: nothing else of the provider's stands before it. */
  payments: { workers: 4, together: 10 },
  /** One payout is as many calls as charges paid for it. */
  payouts: { workers: 2, together: 1 },
  /** Webhooks come by the thousand on a billing day, and each is read again. */
  provider_events: { workers: 3, together: 200 },
  /** Slices of reconciling, one after another. */
  books: { workers: 1, together: 1 },
  mail: { workers: 3, together: 200 },
  sms: { workers: 2, together: 200 },
  push: { workers: 3, together: 200 },
  /** Files that somebody waits for. */
  files: { workers: 1, together: 1 },
  /** Files that people sent. */
  imports: { workers: 1, together: 1 },
  /** Rentals at Hospitable. */
  hospitable: { workers: 2, together: 1 },
  /** Calendars of platforms. */
  feeds: { workers: 6, together: 1 },
  /** The router of driving times. */
  routes: { workers: 2, together: 1 },
} as const satisfies Readonly<Record<string, { readonly workers: number; readonly together: number }>>

export type Lane = keyof typeof LANES

export const LANE_NAMES = keysOf(LANES)

export const LANE_OF: Readonly<Record<TaskKind, Lane>> = {
  import_properties: 'imports',
  send_mail: 'mail',
  send_sms: 'sms',
  send_push: 'push',
  deliver_notice: 'quick',
  remind_of_visits: 'batches',
  send_digests: 'batches',
  send_night_reports: 'batches',
  notify_of_holidays: 'batches',
  forget_notices: 'batches',
  forget_whereabouts: 'batches',
  forget_stays: 'batches',
  review_pickups: 'batches',
  run_bulk_change: 'batches',
  plan_pickups: 'quick',
  plan_turnovers: 'quick',
  read_feeds: 'batches',
  read_feed: 'feeds',
  close_accounts: 'batches',
  export_data: 'batches',
  write_year_file: 'files',
  clear_data_exports: 'batches',
  plan_visits: 'batches',
  push_day: 'batches',
  undo_pushed_day: 'batches',
  notify_of_pushed_day: 'batches',
  pay_standby: 'batches',
  follow_holidays: 'batches',
  settle_moved: 'batches',
  mark_missed: 'batches',
  notify_of_trip: 'routes',
  plan_dispatch: 'routes',
  offer_visits: 'quick',
  offer_open_visits: 'batches',
  remind_to_confirm: 'batches',
  remind_to_confirm_again: 'batches',
  lapse_unconfirmed: 'batches',
  notify_of_price: 'batches',
  notify_waitlist: 'batches',
  notify_of_unassigned: 'quick',
  send_assignments_link: 'quick',
  send_account_link: 'quick',
  send_code: 'quick',
  bill_week: 'batches',
  bill_month: 'batches',
  mail_invoice: 'quick',
  remind_of_invoices: 'batches',
  hold_card: 'payments',
  release_hold: 'payments',
  give_up_order: 'quick',
  notify_order_end: 'quick',
  settle_holds: 'batches',
  clear_drafts: 'batches',
  charge_payment: 'payments',
  retry_payments: 'batches',
  apply_service_pause: 'quick',
  begin_service_changes: 'quick',
  end_approval: 'quick',
  send_refund: 'payments',
  use_credit: 'payments',
  settle_fees: 'provider_events',
  catch_up_events: 'provider_events',
  start_hospitable: 'quick',
  read_hospitable: 'hospitable',
  refresh_payout_accounts: 'provider_events',
  reconcile: 'batches',
  reconcile_slice: 'books',
  pay_crews: 'batches',
  send_payout: 'payouts',
  settle_payouts: 'batches',
  release_commissions: 'batches',
  remind_of_tax_forms: 'batches',
  remind_of_exemptions: 'batches',
  apply_provider_event: 'provider_events',
  take_demo_webhooks: 'provider_events',
  record_days: 'batches',
  prune_live_events: 'batches',
  forget_what_is_over: 'batches',
  seal_ledger: 'books',
  ask_for_rating: 'quick',
  give_tip: 'quick',
}
