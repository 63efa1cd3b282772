/** Typed ids: every row is named by a UUID, branded by the noun it names so that two nouns cannot be mixed up. */

declare const noun: unique symbol
export type Id<Noun extends string> = string & { readonly [noun]: Noun }

export type ServicePastId = Id<'service_past'>
export type UserId = Id<'user'>
export type PropertyId = Id<'property'>
export type PropertyGroupId = Id<'propertyGroup'>
export type PropertyImportId = Id<'propertyImport'>
export type StayId = Id<'stay'>
export type StaySourceId = Id<'staySource'>
export type ComplexId = Id<'complex'>
export type ComplexGroupId = Id<'complexGroup'>
export type ComplexExceptionId = Id<'complexException'>
export type BuildingId = Id<'building'>
export type WaitlistEntryId = Id<'waitlistEntry'>
export type WeeklyJobId = Id<'weeklyJob'>
export type JobFilterId = Id<'jobFilter'>
export type BulkChangeId = Id<'bulkChange'>
export type WeeklyJobPauseId = Id<'weeklyJobPause'>
export type VisitId = Id<'visit'>
export type VisitMessageId = Id<'visitMessage'>
export type AssignmentId = Id<'assignment'>
export type RouteId = Id<'route'>
export type OfferId = Id<'offer'>
export type TimeOffId = Id<'timeOff'>
export type DispatchPlanId = Id<'dispatchPlan'>
export type PushedDayId = Id<'pushedDay'>
export type HolidayRuleSetId = Id<'holidayRuleSet'>
export type OnDemandOrderId = Id<'onDemandOrder'>
export type CardHoldId = Id<'cardHold'>
export type PhotoId = Id<'photo'>
export type AccessProblemId = Id<'accessProblem'>
export type ExtraWorkId = Id<'extraWork'>
export type LateCompletionId = Id<'lateCompletion'>
export type ReportAddressId = Id<'reportAddress'>
export type ViolationId = Id<'violation'>
export type DisputeId = Id<'dispute'>
export type PaymentId = Id<'payment'>
export type PaymentLineId = Id<'paymentLine'>
export type RefundId = Id<'refund'>
export type ApprovalId = Id<'approval'>
export type RefundPartId = Id<'refundPart'>
export type CouponUseId = Id<'coupon_use'>
export type CreditChangeId = Id<'creditChange'>
export type QueueFilterId = Id<'queueFilter'>
export type ReconcileRunId = Id<'reconcileRun'>
export type ReconcileDifferenceId = Id<'reconcileDifference'>
export type ChargebackId = Id<'chargeback'>
export type InvoiceId = Id<'invoice'>
export type InvoiceReceiptId = Id<'invoiceReceipt'>
export type CreditNoteId = Id<'creditNote'>
export type PayoutId = Id<'payout'>
export type EarningId = Id<'earning'>
export type PartnerStatementId = Id<'partnerStatement'>
export type PartnerLineId = Id<'partnerLine'>
export type PartnerPaymentId = Id<'partnerPayment'>
export type CommissionId = Id<'commission'>
export type CommissionSpendingId = Id<'commissionSpending'>
export type TipId = Id<'tip'>
export type PriceId = Id<'price'>
export type NoticeId = Id<'notice'>
export type OutboxMessageId = Id<'outboxMessage'>
export type PushSubscriptionId = Id<'pushSubscription'>
export type TaxExemptionId = Id<'taxExemption'>
export type SalesTaxFilingId = Id<'salesTaxFiling'>
export type PersonNoteId = Id<'personNote'>
/** Of whatever a search finds: the id of the person, the place or whatever it is. */
export type SearchEntryId = Id<'searchEntry'>
export type SessionId = Id<'session'>
export type SignInId = Id<'signIn'>
export type SeeingId = Id<'seeing'>
export type CalendarId = Id<'calendar'>
export type HospitableAccountId = Id<'hospitableAccount'>
export type DataExportId = Id<'dataExport'>
export type PasskeyId = Id<'passkey'>
export type StaffInvitationId = Id<'staffInvitation'>
/** What an owner gives somebody who looks after its places. */
export type ShareId = Id<'share'>
export type ShareActionId = Id<'shareAction'>

/** Whether a text can be the id of a row, for references that come back from elsewhere. */
export function isId<Branded extends Id<string>>(text: string): text is Branded {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

/** The id that a text is. Throws RangeError for one that names no row of any noun. */
export function toId<Branded extends Id<string>>(text: string): Branded {
  if (!isId<Branded>(text)) throw new RangeError(`not an id: ${text}`)
  return text
}

const CODE_LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * A code of digits and upper-case letters (seed §9: 8 by default) from a source of random bytes. Bytes that would
 * favour the first letters (252–255) are dropped, so every code is equally likely.
 */
export function randomCode(randomBytes: (count: number) => Uint8Array, length = 8): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < 252 && code.length < length) code += CODE_LETTERS[byte % 36]
    }
  }
  return code
}
