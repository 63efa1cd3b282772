/** A customer's certificate by which no sales tax is due: from its first day until its last, once it is approved. */
import { addDays, type LocalDate } from '../time.ts'

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

/** How a certificate stands on a day, as people read it. */
export const STANDINGS = ['asked', 'coming', 'in_force', 'over', 'refused', 'withdrawn'] as const
export type Standing = (typeof STANDINGS)[number]

export function standingOf(exemption: Exemption, date: LocalDate): Standing {
  const { state, startsOn, endedOn } = exemption
  if (state !== 'approved') return state
  if (isInForce(exemption, date)) return 'in_force'
  // One that was ended before its first day never held.
  if (endedOn !== null && endedOn < startsOn) return 'withdrawn'
  return date < startsOn ? 'coming' : 'over'
}

/** The customer hears so many days before it expires. */
export const REMIND_DAYS_BEFORE = 30

/** The last day of what holds now, where that is near and nothing was handed in that lasts longer. */
export function replaceBy(exemptions: readonly Exemption[], date: LocalDate): LocalDate | null {
  const lastDays = exemptions
    .filter((each) => each.state === 'asked' || each.state === 'approved')
    .map(({ endedOn, expiresOn }) => endedOn ?? expiresOn)
    .sort()
  const last = lastDays.at(-1)
  const isExempt = exemptions.some((each) => isInForce(each, date))
  return isExempt && last !== undefined && last <= addDays(date, REMIND_DAYS_BEFORE) ? last : null
}

/** Of the picture or the PDF. */
export const CERTIFICATE_LIMIT_BYTES = 10_000_000

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
