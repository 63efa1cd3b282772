/** Every number of the business in one place (product §3). The operator can change each; these are the defaults. */

import { type BasisPoints, basisPoints, type Cents, cents } from './money.ts'
import { type LocalTime, localTime, type Weekday } from './time.ts'

/** One wave of an offer: how many crews of the ranking are asked next; `null` asks everybody left in range. */
type OfferWave = { readonly crewCount: number | null }

export type BusinessSettings = {
  /** Schedule and visits. */
  readonly planningHorizonDays: number
  readonly photoDistanceFlagFeet: number
  /** A pushed day can be undone for this long, and not once it is over. */
  readonly pushUndoHours: number
  /** A crew that had confirmed and hears of a pushed day later than this is paid for standing by, by the platform. */
  readonly standbyNoticeHours: number
  /** Of the pay that the visit would have brought. */
  readonly standbyShareBasisPoints: BasisPoints
  /** A visit not completed this long after its window is missed. */
  readonly missedGraceHours: number
  /** A phone that was offline may still report a completion this long after the window. */
  readonly lateCompletionHours: number
  /** Later than that a completion is kept as a report for the operator; after so many days it is refused. */
  readonly lateReportDays: number
  /** So long a phone without a connection may show a route that has changed. */
  readonly staleRouteHours: number
  /** So far a phone's clock may be ahead of ours. */
  readonly clockAheadSeconds: number
  readonly photosPerCrewPerDay: number

  /** Assigning. */
  readonly confirmCutoffWeekday: Weekday
  readonly confirmCutoffTime: LocalTime
  readonly releaseNoticeHours: number
  readonly reliabilityWindowDays: number
  /** When crews are reminded of the week to confirm, before its cutoff. */
  readonly confirmReminders: readonly { readonly weekday: Weekday; readonly time: LocalTime }[]
  /** A customer hears that visits have nobody once they had nobody for so long. */
  readonly unassignedNoticeMinutes: number
  /** How long the link to one's assignments opens them. */
  readonly assignmentsLinkHours: number

  /** Offers. */
  readonly offerWaves: readonly OfferWave[]
  readonly offerMinutes: number
  readonly onDemandOfferMinutes: number
  readonly offerPayRaiseBasisPoints: BasisPoints
  readonly offerPayRaiseCapBasisPoints: BasisPoints
  /** Offers for later days go out between these hours of the place. */
  readonly offerCivilFrom: LocalTime
  readonly offerCivilUntil: LocalTime
  /** So long before the work can last be begun the operator knows that nobody has it. */
  readonly offerAlarmLeadMinutes: number
  /** How many crews keep a standing offer once the waves are over. */
  readonly offerStandingCrewCount: number

  /** Price and split. */
  readonly weekendSurchargeBasisPoints: BasisPoints
  readonly sameDaySurchargeBasisPoints: BasisPoints
  readonly longCarrySurchargeCents: Cents
  readonly salesTaxBasisPoints: BasisPoints
  readonly crewShareBasisPoints: BasisPoints

  /** Today: a crew that came in vain, and the share of its fee that is the crew's. */
  readonly callOutFeeBasisPoints: BasisPoints
  readonly callOutCrewShareBasisPoints: BasisPoints
  /** So long a crew waits before a closed door for an answer. */
  readonly accessWaitMinutes: number
  readonly extraWorkMinimumCents: Cents
  readonly extraWorkMaximumCents: Cents
  readonly extraWorkAnswerMinutes: number
  readonly lateChoicesMinutes: readonly number[]
  readonly goLinkDays: number

  /** On demand. A job for now is done within so many minutes; others are booked so many days ahead. */
  readonly onDemandNowMinutes: number
  readonly onDemandAheadDays: number
  readonly onDemandWindowMinutes: number
  readonly onDemandDraftDays: number

  /** Calling off: free for some minutes after a crew accepted and long before the window, then a share of the price. */
  readonly cancelFreeMinutes: number
  readonly cancelFreeHoursBefore: number
  readonly cancelFeeBasisPoints: BasisPoints
  readonly cancelFeeMinimumCents: Cents
  readonly cancelOnTheWayFeeBasisPoints: BasisPoints
  readonly cancelOnTheWayFeeMinimumCents: Cents
  /** The part of it that goes to the crew. */
  readonly cancelCrewShareBasisPoints: BasisPoints
  /** For a customer to whom nobody came. */
  readonly missedCreditCents: Cents

  /** Commissions. */
  readonly customerCommissionBasisPoints: BasisPoints
  readonly crewCommissionBasisPoints: BasisPoints
  readonly commissionMonths: number
  readonly commissionHoldDays: number

  /** Billing. */
  readonly billingWeekday: Weekday
  readonly billingTime: LocalTime
  readonly dunningRetryDays: readonly number[]

  /** Payouts. */
  readonly payoutWeekday: Weekday
  readonly payoutTime: LocalTime
  /** A payout is sent only above this amount. */
  readonly payoutMinimumCents: Cents
  readonly payoutRiskDelayDays: number
  readonly instantPayoutFeeBasisPoints: BasisPoints
  readonly instantPayoutFeeMinimumCents: Cents

  /** Tax: the 1099-NEC threshold by tax year; a year not listed takes the newest one before it. */
  readonly taxFormThresholdCentsByYear: Readonly<Record<string, Cents>>

  /** Disputes and ratings. */
  readonly disputeWindowHours: number
  /** A report of a visit up to this price is settled by itself, while the customer's budget of the month lasts. */
  readonly disputeAutomaticLimitCents: Cents
  readonly disputeAutomaticBudgetCents: Cents
  readonly ratingHiddenDays: number
  /** When a customer is asked for a rating, and how long not again. */
  readonly ratingAskAfterHours: number
  readonly ratingAskEveryDays: number
  readonly tipMinimumCents: Cents
  readonly tipMaximumCents: Cents

  /** Notices and messages. Reminders go out on the place's clock: customers the evening before, crews that morning. */
  readonly customerReminderTime: LocalTime
  readonly crewReminderTime: LocalTime
  readonly noticeDaysKept: number
  /** So long after a visit its customer and crew may still write each other. */
  readonly messageDaysAfterVisit: number
  readonly messagesPerHour: number
}

export const DEFAULT_SETTINGS: BusinessSettings = {
  planningHorizonDays: 28,
  photoDistanceFlagFeet: 500,
  pushUndoHours: 2,
  standbyNoticeHours: 12,
  standbyShareBasisPoints: basisPoints(2_000),
  missedGraceHours: 12,
  lateCompletionHours: 72,
  lateReportDays: 30,
  staleRouteHours: 24,
  clockAheadSeconds: 60,
  photosPerCrewPerDay: 500,

  confirmCutoffWeekday: 6,
  confirmCutoffTime: localTime('18:00'),
  releaseNoticeHours: 48,
  reliabilityWindowDays: 90,
  confirmReminders: [
    { weekday: 4, time: localTime('18:00') },
    { weekday: 6, time: localTime('12:00') },
  ],
  unassignedNoticeMinutes: 60,
  assignmentsLinkHours: 24,

  offerWaves: [{ crewCount: 5 }, { crewCount: 10 }, { crewCount: null }],
  offerMinutes: 10,
  onDemandOfferMinutes: 3,
  offerPayRaiseBasisPoints: basisPoints(500),
  offerPayRaiseCapBasisPoints: basisPoints(1_500),
  offerCivilFrom: localTime('08:00'),
  offerCivilUntil: localTime('20:00'),
  offerAlarmLeadMinutes: 60,
  offerStandingCrewCount: 50,

  weekendSurchargeBasisPoints: basisPoints(1_000),
  sameDaySurchargeBasisPoints: basisPoints(2_000),
  longCarrySurchargeCents: cents(300),
  salesTaxBasisPoints: basisPoints(0),
  crewShareBasisPoints: basisPoints(7_000),

  callOutFeeBasisPoints: basisPoints(5_000),
  callOutCrewShareBasisPoints: basisPoints(8_000),
  accessWaitMinutes: 10,
  extraWorkMinimumCents: cents(100),
  extraWorkMaximumCents: cents(20_000),
  extraWorkAnswerMinutes: 30,
  lateChoicesMinutes: [15, 30, 60],
  goLinkDays: 90,

  onDemandNowMinutes: 120,
  onDemandAheadDays: 6,
  onDemandWindowMinutes: 60,
  onDemandDraftDays: 7,

  cancelFreeMinutes: 5,
  cancelFreeHoursBefore: 24,
  cancelFeeBasisPoints: basisPoints(2_000),
  cancelFeeMinimumCents: cents(1_000),
  cancelOnTheWayFeeBasisPoints: basisPoints(4_000),
  cancelOnTheWayFeeMinimumCents: cents(2_000),
  cancelCrewShareBasisPoints: basisPoints(7_000),
  missedCreditCents: cents(1_000),

  customerCommissionBasisPoints: basisPoints(500),
  crewCommissionBasisPoints: basisPoints(200),
  commissionMonths: 12,
  commissionHoldDays: 7,

  billingWeekday: 1,
  billingTime: localTime('06:00'),
  dunningRetryDays: [1, 3, 7],

  payoutWeekday: 3,
  payoutTime: localTime('06:00'),
  payoutMinimumCents: cents(100),
  payoutRiskDelayDays: 3,
  instantPayoutFeeBasisPoints: basisPoints(150),
  instantPayoutFeeMinimumCents: cents(50),

  taxFormThresholdCentsByYear: { '2025': cents(60_000), '2026': cents(200_000) },

  disputeWindowHours: 72,
  disputeAutomaticLimitCents: cents(1_500),
  disputeAutomaticBudgetCents: cents(3_000),
  ratingHiddenDays: 7,
  ratingAskAfterHours: 2,
  ratingAskEveryDays: 14,
  tipMinimumCents: cents(100),
  tipMaximumCents: cents(50_000),

  customerReminderTime: localTime('18:00'),
  crewReminderTime: localTime('06:30'),
  noticeDaysKept: 120,
  messageDaysAfterVisit: 7,
  messagesPerHour: 60,
}
