/** A customer's certificate by which no sales tax is due: from its first day until its last, once it is approved. */
import type { LocalDate } from '../time.ts'

type ExemptionState = 'asked' | 'approved' | 'refused' | 'withdrawn'

export type Exemption = {
  readonly state: ExemptionState
  readonly startsOn: LocalDate
  /** The last day. */
  readonly expiresOn: LocalDate
  /** The last day of one that ended before it expired. */
  readonly endedOn: LocalDate | null
}

export function isInForce({ state, startsOn, expiresOn, endedOn }: Exemption, date: LocalDate): boolean {
  return state === 'approved' && startsOn <= date && date <= (endedOn ?? expiresOn)
}

/** The customer hears so many days before it expires. */
export const REMIND_DAYS_BEFORE = 30

/** States whose authorities issue certificates. */
export const STATES = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DC',
  'DE',
  'FL',
  'GA',
  'HI',
  'IA',
  'ID',
  'IL',
  'IN',
  'KS',
  'KY',
  'LA',
  'MA',
  'MD',
  'ME',
  'MI',
  'MN',
  'MO',
  'MS',
  'MT',
  'NC',
  'ND',
  'NE',
  'NH',
  'NJ',
  'NM',
  'NV',
  'NY',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VA',
  'VT',
  'WA',
  'WI',
  'WV',
  'WY',
] as const
