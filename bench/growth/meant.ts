/** What may cost more with a longer history, or with more people, and why; printed beside what was measured. */
type Meant = readonly (readonly [operation: RegExp, reason: string])[]

const WITH_HISTORY: Meant = [
  [/^GET \/api\/tax-forms$/, 'a year of all crews of the city is its answer'],
  [/get-crew-visits \(2\)$/, 'a word is looked for in all that the crew itself has done'],
]

/** Where customers and crews grow with the visits; where only history grows, these have no reason. */
const WITH_PEOPLE: Meant = [
  [/^billing, nothing due$|^task bill_week$/, 'goes from one customer of the city to the next'],
  [
    /^task (remind_to_confirm|remind_to_confirm_again|lapse_unconfirmed)$/,
    'looks at the next week of each crew of the city',
  ],
  [/^task remind_of_visits$/, 'everybody with a visit tomorrow is notified'],
  [/^task offer_open_visits$/, 'lays each open visit of the city beside the crews near it'],
  [/^task record_days$/, 'sums up the days and the cohorts of the whole city'],
  [/get-job-routes$|get-open-complexes$/, 'the open work of the whole city is its answer'],
  [/dispatch/, 'a day of all crews of the city is its answer'],
  [/get-crew-candidates$/, 'all crews near a visit are its answer'],
]

/** Null where none is named. */
export function reasonFor(operation: string, { doPeopleGrow }: { doPeopleGrow: boolean }): string | null {
  const meant = doPeopleGrow ? [...WITH_HISTORY, ...WITH_PEOPLE] : WITH_HISTORY
  return meant.find(([named]) => named.test(operation))?.[1] ?? null
}
