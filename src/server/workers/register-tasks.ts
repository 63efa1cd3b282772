/** Every task and every schedule of the house. A kind without a handler does not compile. */
import {
  billingSlot,
  confirmCutoffSlot,
  confirmLastReminderSlot,
  confirmReminderSlot,
  payoutSlot,
} from '#domain/settings/slots.ts'
import { localTime } from '#domain/time.ts'
import { reconcileSliceTask, reconcileTask, sealLedger } from '../reconcile/reconcile-books.ts'
import { forgetNotices, forgetWhatIsOver } from '../retention/prune-what-is-over.ts'
import type { TaskKind } from '../tasks/kinds.ts'
import type { Schedule, Task } from '../tasks/task.ts'
import {
  applyProviderEventTask,
  catchUpEvents,
  settleFeesTask,
  takeDemoWebhooksTask,
} from './apply-provider-events.ts'
import {
  applyServicePauseTask,
  billMonth,
  billWeek,
  chargePaymentTask,
  endApprovalTask,
  mailInvoiceTask,
  remindOfInvoicesTask,
  retryPayments,
  sendRefundTask,
  useCreditTask,
} from './charge-customers.ts'
import {
  lapseUnconfirmedTask,
  notifyOfUnassignedTask,
  remindToConfirmAgainTask,
  remindToConfirmTask,
  sendAssignmentsLinkTask,
} from './confirm-assignments.ts'
import {
  deliverNoticeTask,
  notifyOfHolidaysTask,
  notifyOfPriceTask,
  notifyWaitlistTask,
  remindOfVisitsTask,
} from './deliver-notices.ts'
import { importProperties } from './import-properties.ts'
import { markMissed } from './mark-missed.ts'
import { notifyOfTripTask, planDispatchTask } from './notify-of-trip.ts'
import {
  payCrews,
  refreshPayoutAccountsTask,
  releaseCommissionsTask,
  remindOfExemptionsTask,
  remindOfTaxForms,
  sendPayoutTask,
  settlePayouts,
} from './pay-crews.ts'
import { planVisits } from './plan-visits.ts'
import {
  clearDataExportsTask,
  closeAccountsTask,
  exportDataTask,
  forgetStaysTask,
  forgetWhereaboutsTask,
  pruneLiveEvents,
  recordDaysTask,
} from './prune-live-events.ts'
import {
  followHolidaysTask,
  notifyOfPushedDayTask,
  payStandbyTask,
  pushDayTask,
  settleMovedTask,
  undoPushedDayTask,
} from './push-days.ts'
import { readHospitableTask, startHospitableTask } from './read-hospitable.ts'
import { offerOpenVisitsTask, offerVisitsTask } from './run-offer-waves.ts'
import { askForRatingTask, giveTipTask } from './run-ratings.ts'
import { sendAccountLinkTask, sendCodeTask, sendMail, sendPush, sendSms } from './send-messages.ts'
import {
  clearDrafts,
  giveUpOrderTask,
  holdCard,
  notifyOrderEndTask,
  releaseHoldTask,
  settleHolds,
} from './settle-orders.ts'

export const tasks: { readonly [Kind in TaskKind]: Task<Kind> } = {
  import_properties: importProperties,
  send_mail: sendMail,
  send_sms: sendSms,
  send_push: sendPush,
  deliver_notice: deliverNoticeTask,
  remind_of_visits: remindOfVisitsTask,
  notify_of_holidays: notifyOfHolidaysTask,
  forget_notices: forgetNotices,
  forget_whereabouts: forgetWhereaboutsTask,
  forget_stays: forgetStaysTask,
  close_accounts: closeAccountsTask,
  export_data: exportDataTask,
  clear_data_exports: clearDataExportsTask,
  plan_visits: planVisits,
  push_day: pushDayTask,
  undo_pushed_day: undoPushedDayTask,
  notify_of_pushed_day: notifyOfPushedDayTask,
  pay_standby: payStandbyTask,
  follow_holidays: followHolidaysTask,
  settle_moved: settleMovedTask,
  mark_missed: markMissed,
  notify_of_trip: notifyOfTripTask,
  plan_dispatch: planDispatchTask,
  offer_visits: offerVisitsTask,
  offer_open_visits: offerOpenVisitsTask,
  remind_to_confirm: remindToConfirmTask,
  remind_to_confirm_again: remindToConfirmAgainTask,
  lapse_unconfirmed: lapseUnconfirmedTask,
  notify_of_price: notifyOfPriceTask,
  notify_waitlist: notifyWaitlistTask,
  notify_of_unassigned: notifyOfUnassignedTask,
  send_assignments_link: sendAssignmentsLinkTask,
  send_account_link: sendAccountLinkTask,
  send_code: sendCodeTask,
  bill_week: billWeek,
  bill_month: billMonth,
  mail_invoice: mailInvoiceTask,
  remind_of_invoices: remindOfInvoicesTask,
  hold_card: holdCard,
  release_hold: releaseHoldTask,
  give_up_order: giveUpOrderTask,
  notify_order_end: notifyOrderEndTask,
  settle_holds: settleHolds,
  clear_drafts: clearDrafts,
  charge_payment: chargePaymentTask,
  retry_payments: retryPayments,
  apply_service_pause: applyServicePauseTask,
  end_approval: endApprovalTask,
  send_refund: sendRefundTask,
  use_credit: useCreditTask,
  settle_fees: settleFeesTask,
  catch_up_events: catchUpEvents,
  start_hospitable: startHospitableTask,
  read_hospitable: readHospitableTask,
  refresh_payout_accounts: refreshPayoutAccountsTask,
  reconcile: reconcileTask,
  reconcile_slice: reconcileSliceTask,
  pay_crews: payCrews,
  send_payout: sendPayoutTask,
  settle_payouts: settlePayouts,
  release_commissions: releaseCommissionsTask,
  remind_of_tax_forms: remindOfTaxForms,
  remind_of_exemptions: remindOfExemptionsTask,
  apply_provider_event: applyProviderEventTask,
  take_demo_webhooks: takeDemoWebhooksTask,
  record_days: recordDaysTask,
  prune_live_events: pruneLiveEvents,
  forget_what_is_over: forgetWhatIsOver,
  seal_ledger: sealLedger,
  ask_for_rating: askForRatingTask,
  give_tip: giveTipTask,
}

/** Scheduled kinds take `{ marketId, at }` as their payload: the market and the slot's instant. */
export const schedules: readonly Schedule[] = [
  { kind: 'plan_visits', at: { time: localTime('01:00') } },
  { kind: 'remind_of_visits', at: { everyMinutes: 15 } },
  { kind: 'notify_of_holidays', at: { everyMinutes: 15 } },
  { kind: 'forget_notices', at: { time: localTime('04:00') } },
  { kind: 'forget_whereabouts', at: { time: localTime('00:10') } },
  { kind: 'forget_stays', at: { time: localTime('04:20') } },
  { kind: 'close_accounts', at: { time: localTime('05:00') } },
  { kind: 'clear_data_exports', at: { time: localTime('02:30') } },
  { kind: 'mark_missed', at: { everyMinutes: 60 } },
  { kind: 'remind_to_confirm', at: { weekly: confirmReminderSlot } },
  { kind: 'remind_to_confirm_again', at: { weekly: confirmLastReminderSlot } },
  { kind: 'lapse_unconfirmed', at: { weekly: confirmCutoffSlot } },
  { kind: 'offer_open_visits', at: { everyMinutes: 15 } },
  { kind: 'bill_week', at: { weekly: billingSlot }, missed: 'each' },
  { kind: 'bill_month', at: { time: localTime('06:00') } },
  { kind: 'remind_of_invoices', at: { time: localTime('09:00') } },
  { kind: 'pay_crews', at: { weekly: payoutSlot }, missed: 'each' },
  { kind: 'retry_payments', at: { everyMinutes: 15 } },
  { kind: 'settle_fees', at: { everyMinutes: 60 } },
  { kind: 'start_hospitable', at: { everyMinutes: 1 } },
  { kind: 'catch_up_events', at: { time: localTime('03:30') } },
  { kind: 'refresh_payout_accounts', at: { time: localTime('03:45') } },
  { kind: 'reconcile', at: { time: localTime('04:15') } },
  { kind: 'settle_payouts', at: { everyMinutes: 15 } },
  { kind: 'settle_holds', at: { everyMinutes: 15 } },
  { kind: 'clear_drafts', at: { time: localTime('02:00') } },
  { kind: 'release_commissions', at: { time: localTime('03:00') } },
  { kind: 'remind_of_tax_forms', at: { time: localTime('09:00') } },
  { kind: 'remind_of_exemptions', at: { time: localTime('09:15') } },
  { kind: 'record_days', at: { time: localTime('00:45') } },
  { kind: 'prune_live_events', at: { everyMinutes: 60 } },
  { kind: 'forget_what_is_over', at: { time: localTime('04:30') } },
  { kind: 'seal_ledger', at: { everyMinutes: 60 } },
  { kind: 'take_demo_webhooks', at: { everyMinutes: 1 } },
]
