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
  /** Of a customer, each day. */
  readonly skipsVisit: number
  readonly changesMind: number
  readonly pauses: number
  readonly changesJob: number
  readonly cancelsJob: number
  readonly paysByHand: number
  /** Of a customer whose card was declined, each day. */
  readonly replacesCard: number
  /** Of a crew, each day. */
  readonly looksForWork: number
  readonly releases: number
  readonly wantsInstantPayout: number
  /** Of a payment on the day after it was paid, by the operator. */
  readonly refunds: number
}

/** What a calm market looks like; the demo city lives so. */
export const CALM: Habits = {
  missesVisit: 0.02,
  travelsFirst: 0.1,
  reportsLate: 0.03,
  completesTwice: 0.01,
  completesTwiceAtOnce: 0,
  isFarAway: 0.015,
  hasNoLocation: 0.015,
  skipsVisit: 0.01,
  changesMind: 0.3,
  pauses: 0.002,
  changesJob: 0.004,
  cancelsJob: 0.001,
  paysByHand: 0,
  replacesCard: 0.04,
  looksForWork: 0.08,
  releases: 0.003,
  wantsInstantPayout: 0.004,
  refunds: 0.02,
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
  skipsVisit: 0.03,
  changesMind: 0.3,
  pauses: 0.006,
  changesJob: 0.012,
  cancelsJob: 0.004,
  paysByHand: 0.02,
  replacesCard: 0.12,
  looksForWork: 0.15,
  releases: 0.02,
  wantsInstantPayout: 0.03,
  refunds: 0.06,
}
