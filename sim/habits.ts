/** How likely people are to do what makes a marketplace hard. Probabilities, each by what it is drawn for. */

export type Habits = {
  /** Of a visit, by its crew. */
  readonly missesVisit: number
  readonly travelsFirst: number
  readonly reportsLate: number
  readonly completesTwice: number
  readonly completesTwiceAtOnce: number
  readonly isFarAway: number
  readonly hasNoLocation: number
  readonly cannotAccess: number
  readonly proposesExtra: number
  /** Of a customer, each day. */
  readonly skipsVisit: number
  readonly changesMind: number
  readonly pauses: number
  readonly changesJob: number
  readonly cancelsJob: number
  readonly paysByHand: number
  readonly movesVisit: number
  readonly orders: number
  /** Of an order. */
  readonly callsOrderOff: number
  /** Of a visit that was done, by each side or by the customer. */
  readonly rates: number
  readonly tips: number
  readonly complains: number
  /** Of a customer whose card was declined, each day. */
  readonly replacesCard: number
  /** Of a crew, each day. */
  readonly looksForWork: number
  readonly releases: number
  readonly wantsInstantPayout: number
  readonly takesDaysOff: number
  readonly releasesVisit: number
  /** Of a crew, from Friday on each day: everything that is open of the coming week. */
  readonly confirmsWeek: number
  /** Of an offer; the rest is let pass. */
  readonly acceptsOffer: number
  readonly declinesOffer: number
  /** Of a payment on the day after it was paid, by the operator; in the provider's dashboard. */
  readonly refunds: number
  readonly refundsByHand: number
  /** Of a payment on the day after it was paid, by its bank. */
  readonly chargesBack: number
  readonly warnsOfFraud: number
  /** Whether Recyclops sends statements. */
  readonly hasPartner: boolean
  /** Of a day, by the operator: a snow day; other rates of sales tax. */
  readonly pushesDay: number
  readonly changesTaxRates: number
  /** Of a customer, each day: a certificate, and of one that holds, its end. */
  readonly handsInCertificate: number
  readonly endsCertificate: number
  /** Of a sponsor with commissions to spend, each day. */
  readonly spendsCommission: number
  /** Of a customer with more than a home: pays by invoice. */
  readonly hasTerms: number
  /** Of an invoice, each day, by whoever pays in time; and of a customer, only when its service rests. */
  readonly paysInvoice: number
  readonly paysLate: number
  /** Of an open invoice, each day, by the operator. */
  readonly takesInvoiceBack: number
  /** Of a rental: a calendar tells of its guests. */
  readonly hasCalendar: number
  /** Of a customer, each day: many weekly jobs at once; by whoever looks after its places. */
  readonly changesMany: number
  readonly helps: number
}

/** What a calm market looks like; the demo city lives so. */
export const CALM: Habits = {
  missesVisit: 0.008,
  travelsFirst: 0.1,
  reportsLate: 0.03,
  completesTwice: 0.01,
  completesTwiceAtOnce: 0,
  isFarAway: 0.015,
  hasNoLocation: 0.015,
  cannotAccess: 0.004,
  proposesExtra: 0.01,
  skipsVisit: 0.01,
  changesMind: 0.3,
  pauses: 0.002,
  changesJob: 0.004,
  cancelsJob: 0.001,
  paysByHand: 0,
  movesVisit: 0.004,
  orders: 0.01,
  callsOrderOff: 0.1,
  rates: 0.15,
  tips: 0.04,
  complains: 0.004,
  replacesCard: 0.04,
  looksForWork: 0.08,
  releases: 0.003,
  wantsInstantPayout: 0.004,
  takesDaysOff: 0.002,
  releasesVisit: 0.002,
  confirmsWeek: 0.97,
  acceptsOffer: 0.7,
  declinesOffer: 0.15,
  refunds: 0.02,
  refundsByHand: 0,
  chargesBack: 0,
  warnsOfFraud: 0,
  hasPartner: false,
  pushesDay: 0,
  changesTaxRates: 0,
  handsInCertificate: 0,
  endsCertificate: 0,
  spendsCommission: 0,
  hasTerms: 0,
  paysInvoice: 0,
  paysLate: 0,
  takesInvoiceBack: 0,
  hasCalendar: 0,
  changesMany: 0,
  helps: 0,
}

/** Everything goes wrong often enough to meet everything else that goes wrong. */
export const ROUGH: Habits = {
  missesVisit: 0.04,
  travelsFirst: 0.2,
  reportsLate: 0.08,
  completesTwice: 0.06,
  completesTwiceAtOnce: 0.04,
  isFarAway: 0.03,
  hasNoLocation: 0.03,
  cannotAccess: 0.015,
  proposesExtra: 0.02,
  skipsVisit: 0.03,
  changesMind: 0.3,
  pauses: 0.006,
  changesJob: 0.012,
  cancelsJob: 0.004,
  paysByHand: 0.02,
  movesVisit: 0.01,
  orders: 0.004,
  callsOrderOff: 0.25,
  rates: 0.1,
  tips: 0.04,
  complains: 0.02,
  replacesCard: 0.12,
  looksForWork: 0.15,
  releases: 0.02,
  wantsInstantPayout: 0.03,
  takesDaysOff: 0.008,
  releasesVisit: 0.02,
  confirmsWeek: 0.75,
  acceptsOffer: 0.35,
  declinesOffer: 0.25,
  refunds: 0.1,
  refundsByHand: 0.05,
  chargesBack: 0.08,
  warnsOfFraud: 0.05,
  hasPartner: true,
  pushesDay: 0.02,
  changesTaxRates: 0.06,
  handsInCertificate: 0.02,
  endsCertificate: 0.04,
  spendsCommission: 0.2,
  hasTerms: 0.6,
  paysInvoice: 0.3,
  paysLate: 0.3,
  takesInvoiceBack: 0.01,
  hasCalendar: 0.6,
  changesMany: 0.05,
  helps: 0.3,
}
