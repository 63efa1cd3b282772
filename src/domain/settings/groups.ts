/** Every number of the business in one place (product §3), in the groups in which an operator sees them. */
import { cents } from '../money.ts'
import { keeping } from './keeping.ts'
import {
  amount,
  amountByYear,
  choiceByYear,
  count,
  days,
  feet,
  hours,
  minutes,
  months,
  rising,
  seconds,
  share,
  taxByService,
  time,
  weekday,
} from './rule.ts'

const schedule = {
  planningHorizonDays: days(7, 84, 28),
  photoDistanceFlagFeet: feet(50, 10_000, 500),
  /** A pushed day can be undone for this long, and not once it is over. */
  pushUndoHours: hours(0, 48, 2),
  /** A crew that had confirmed and is notified of a pushed day later than this is paid for standing by, by the platform. */
  standbyNoticeHours: hours(0, 72, 12),
  /** Of the pay that the visit would have brought. */
  standbyShareBasisPoints: share(0, 10_000, 2_000),
  /** A visit not completed this long after its window is missed. */
  missedGraceHours: hours(1, 72, 12),
  /** A phone that was offline may still report a completion this long after the window. */
  lateCompletionHours: hours(1, 168, 72),
  /** Later than that a completion is kept as a report for the operator; after so many days it is refused. */
  lateCompletionKeptDays: days(1, 90, 30),
  /** So long a phone without a connection may show a route that has changed. */
  staleRouteHours: hours(1, 168, 24),
  /** So far a phone's clock may be ahead of ours. */
  clockAheadSeconds: seconds(0, 600, 60),
  photosPerCrewPerDay: count(10, 10_000, 500),
}

const assigning = {
  confirmCutoffWeekday: weekday(6),
  confirmCutoffTime: time('18:00'),
  /** When crews are reminded of the week to confirm, before its cutoff. */
  confirmReminderWeekday: weekday(4),
  confirmReminderTime: time('18:00'),
  confirmLastReminderWeekday: weekday(6),
  confirmLastReminderTime: time('12:00'),
  releaseNoticeHours: hours(0, 168, 48),
  /** So long after taking work a crew may give it back as if it had not taken it. */
  releaseGraceMinutes: minutes(0, 1_440, 120),
  reliabilityWindowDays: days(7, 730, 90),
  /** A customer is notified that visits have nobody once they had nobody for so long. */
  unassignedNoticeMinutes: minutes(0, 1_440, 60),
  /** So long a plan of a day or week can be undone. */
  planUndoMinutes: minutes(0, 1_440, 30),
  /** So long a change of many weekly jobs at once can be undone. */
  bulkUndoMinutes: minutes(0, 1_440, 60),
  /** How long the link to one's assignments opens them. */
  assignmentsLinkHours: hours(1, 168, 24),
}

const offers = {
  /** How many crews of the ranking each wave asks; after them one more wave asks everybody left in range. */
  offerWaveCrewCounts: rising('count', 1, 1_000, [5, 10]),
  offerMinutes: minutes(1, 240, 10),
  onDemandOfferMinutes: minutes(1, 60, 3),
  offerPayRaiseBasisPoints: share(0, 5_000, 500),
  offerPayRaiseCapBasisPoints: share(0, 10_000, 1_500),
  /** Offers for later days go out between these hours of the place. */
  offerCivilFrom: time('08:00'),
  offerCivilUntil: time('20:00'),
  /** So long before the work can last be begun the operator knows that nobody has it. */
  offerAlarmLeadMinutes: minutes(0, 1_440, 60),
  /** How many crews keep a standing offer once the waves are over. */
  offerStandingCrewCount: count(0, 1_000, 50),
  /** Nobody takes offers to keep others from them: what one crew took within so many hours, gave back, and takes again. */
  takingWindowHours: hours(1, 168, 24),
  offersTakenMaximum: count(1, 1_000, 20),
  offersReleasedMaximum: count(1, 1_000, 10),
  retakesMaximum: count(0, 100, 1),
}

const price = {
  weekendSurchargeBasisPoints: share(0, 10_000, 1_000),
  sameDaySurchargeBasisPoints: share(0, 10_000, 2_000),
  longCarrySurchargeCents: amount(0, 100_000, 300),
  /** Of services that have no rates of their own. */
  salesTaxBasisPoints: share(0, 3_000, 0),
  /** What a market taxes each service: configuration, for its tax adviser to say. */
  salesTaxByService: taxByService({}),
  crewShareBasisPoints: share(0, 10_000, 7_000),
}

const today = {
  /** Today: a wasted trip, and the share of its fee that is the crew's. */
  callOutFeeBasisPoints: share(0, 10_000, 5_000),
  callOutCrewShareBasisPoints: share(0, 10_000, 8_000),
  /** So long a crew waits before a closed door for an answer. */
  accessWaitMinutes: minutes(1, 120, 10),
  extraWorkMinimumCents: amount(1, 100_000, 100),
  extraWorkMaximumCents: amount(1, 1_000_000, 20_000),
  extraWorkAnswerMinutes: minutes(1, 1_440, 30),
  lateChoicesMinutes: rising('minutes', 5, 480, [15, 30, 60]),
  goLinkDays: days(1, 730, 90),
  /** While a crew shares where it is: how often its phone says so, and until when of its day at most. */
  whereaboutsEverySeconds: seconds(20, 120, 25),
  whereaboutsUntil: time('23:59'),
  /** Customers hear how many stops are before theirs from so many on. */
  whereaboutsStopsBefore: count(0, 20, 3),
}

/** A job for now is done within so many minutes; others are booked so many days ahead. */
const on_demand = {
  onDemandNowMinutes: minutes(30, 720, 120),
  onDemandAheadDays: days(0, 60, 6),
  onDemandWindowMinutes: minutes(15, 720, 60),
  onDemandDraftDays: days(1, 90, 7),
}

/** Calling off: free for some minutes after a crew accepted and long before the window, then a share of the price. */
const cancelling = {
  cancelFreeMinutes: minutes(0, 240, 5),
  cancelFreeHoursBefore: hours(0, 168, 24),
  cancelFeeBasisPoints: share(0, 10_000, 2_000),
  cancelFeeMinimumCents: amount(0, 100_000, 1_000),
  cancelOnTheWayFeeBasisPoints: share(0, 10_000, 4_000),
  cancelOnTheWayFeeMinimumCents: amount(0, 100_000, 2_000),
  /** The part of it that goes to the crew. */
  cancelCrewShareBasisPoints: share(0, 10_000, 7_000),
  /** For a customer to whom nobody came. */
  missedCreditCents: amount(0, 100_000, 1_000),
}

const commissions = {
  customerCommissionBasisPoints: share(0, 3_000, 500),
  crewCommissionBasisPoints: share(0, 3_000, 200),
  commissionMonths: months(0, 120, 12),
  commissionMaturityDays: days(0, 90, 7),
  /** Smaller sums are spent as credit, or go out with a crew's pay. */
  commissionWithdrawalMinimumCents: amount(1, 100_000, 1_000),
}

const billing = {
  billingWeekday: weekday(1),
  billingTime: time('06:00'),
  dunningRetryDays: rising('days', 1, 60, [1, 3, 7]),
  /** What an operator may give a customer by hand: at once, and in thirty days. */
  manualCreditMaximumCents: amount(0, 1_000_000, 20_000),
  manualCreditMonthCents: amount(0, 10_000_000, 50_000),
  /** Above it another operator approves what one gives a customer back, which waits for so long. */
  secondPersonAboveCents: amount(0, 10_000_000, 50_000),
  approvalHours: hours(1, 336, 72),
  /** Who pays by invoice is reminded before the due date, and after it. */
  invoiceReminderDaysBefore: days(1, 30, 3),
  invoiceReminderDaysAfter: rising('days', 1, 90, [1, 7, 14]),
  /** So late an invoice is a matter for a person. */
  invoiceAlarmDays: days(1, 180, 21),
  /** So late the weekly jobs rest, as after the last decline of a card. */
  invoicePauseDays: days(1, 365, 30),
}

const payouts = {
  payoutWeekday: weekday(3),
  payoutTime: time('06:00'),
  /** A payout is sent only above this amount. */
  payoutMinimumCents: amount(0, 100_000, 100),
  payoutRiskDelayDays: days(0, 60, 3),
  instantPayoutFeeBasisPoints: share(0, 2_000, 150),
  instantPayoutFeeMinimumCents: amount(0, 10_000, 50),
}

const tax = {
  /** From how much on a crew gets a form, by tax year (field §4.3). */
  taxFormThresholdCentsByYear: amountByYear(0, 10_000_000, { '2025': cents(60_000), '2026': cents(200_000) }),
  /** Form 1099-K has a limit of its own: more than so much, and more than so many payments for work. */
  taxFormKThresholdCentsByYear: amountByYear(0, 10_000_000, { '2025': cents(2_000_000) }),
  taxFormKTransactionCount: count(0, 100_000, 200),
  /** Which form crews get, by tax year: what applies to a marketplace is for its tax adviser to say. */
  taxFormTypeByYear: choiceByYear(['nec', 'k', 'none'], { '2025': 'nec' }),
}

const disputes = {
  disputeWindowHours: hours(1, 720, 72),
  /** A report of a visit up to this price is settled by itself, while the customer's budget of the month lasts. */
  disputeAutomaticLimitCents: amount(0, 100_000, 1_500),
  disputeAutomaticBudgetCents: amount(0, 1_000_000, 3_000),
}

const ratings = {
  ratingHiddenDays: days(0, 60, 7),
  /** When a customer is asked for a rating, and how long not again. */
  ratingAskAfterHours: hours(0, 168, 2),
  ratingAskEveryDays: days(0, 365, 14),
  tipMinimumCents: amount(1, 10_000, 100),
  tipMaximumCents: amount(1, 100_000, 50_000),
  /** A tip can be taken back for this long; then it is booked and the crew notified. */
  tipUndoMinutes: minutes(0, 240, 10),
}

/** Reminders go out on the place's clock: customers the evening before, crews that morning. */
const notices = {
  customerReminderTime: time('18:00'),
  crewReminderTime: time('06:30'),
  /** So long after a visit its customer and crew may still write each other. */
  messageDaysAfterVisit: days(0, 90, 7),
  messagesPerHour: count(1, 1_000, 60),
}

/** Whoever tries an account, and from wherever. */
const signing_in = {
  /** Wrong passwords of one account within so many minutes; then only a mailed link opens it for the rest of them. */
  signInTries: count(3, 1_000, 10),
  signInTriesMinutes: minutes(1, 1_440, 15),
  /** Links to one account within the life of one: the last one stays good, however often somebody asks. */
  accountLinksAtOnce: count(1, 100, 3),
  /** Codes to one phone or mailbox, within the life of one and in a day. */
  codesAtOnce: count(1, 100, 3),
  codesPerDay: count(1, 1_000, 10),
  /** Codes that one network address asks for in an hour, and one browser in a day. */
  codesPerAddress: count(1, 10_000, 20),
  codesPerDevice: count(1, 1_000, 15),
  /** Texts with codes in a day, all together: whoever is paid for texts to numbers of their own earns no more. */
  codesTextedPerDay: count(1, 1_000_000, 2_000),
  /** Times that a network address may begin to show a passkey in an hour, and one browser in a day. */
  passkeysPerAddress: count(10, 100_000, 600),
  passkeysPerDevice: count(10, 10_000, 300),
}

/** Whoever leaves, and whoever wants to have what we know of them. */
const leaving = {
  /** So long signing in takes it back; then the person is forgotten. */
  leavingGraceDays: days(1, 90, 14),
  /** So long a file of one's own data, or of a year, can be fetched. */
  dataExportDays: days(1, 30, 7),
}

export const SETTING_GROUPS = {
  schedule,
  assigning,
  offers,
  price,
  today,
  on_demand,
  cancelling,
  commissions,
  billing,
  payouts,
  tax,
  disputes,
  ratings,
  notices,
  signing_in,
  leaving,
  keeping,
}

export const SETTING_RULES = {
  ...schedule,
  ...assigning,
  ...offers,
  ...price,
  ...today,
  ...on_demand,
  ...cancelling,
  ...commissions,
  ...billing,
  ...payouts,
  ...tax,
  ...disputes,
  ...ratings,
  ...notices,
  ...signing_in,
  ...leaving,
  ...keeping,
}

export type SettingKey = keyof typeof SETTING_RULES
export type SettingGroup = keyof typeof SETTING_GROUPS
