/** The month of a portfolio: places down, days across. */
import { plural } from '#domain/plural.ts'
import type { VisitState } from '#domain/visits/graph.ts'

type Kind = 'stay' | 'owner' | 'block'
type Part = 'comes' | 'leaves' | 'stays'

const PARTS: Record<Kind, Record<Part, string>> = {
  stay: { comes: 'guests arrive', leaves: 'guests leave', stays: 'guests stay' },
  owner: { comes: 'owner arrives', leaves: 'owner leaves', stays: 'owner stays' },
  block: { comes: 'closed from today', leaves: 'open again', stays: 'closed' },
}

export const month = {
  before: 'Previous month',
  after: 'Next month',
  thisMonth: 'This month',
  weekBefore: 'Previous week',
  weekAfter: 'Next week',
  group: 'Group',
  allGroups: 'All places',
  noGroup: 'In no group',
  onlyTroubled: 'Only places with conflicts or gaps',
  places: 'Places',
  grid: (name: string) => `Stays and visits in ${name}`,
  summary: (troubles: number, shown: number, all: number) => {
    const found =
      troubles === 0
        ? 'No conflicts or gaps'
        : plural.en(troubles, { one: '1 conflict or gap', other: (n) => `${n} conflicts and gaps` })
    return shown < all ? `${found} in the first ${shown} of ${all} places.` : `${found}.`
  },
  noPlaces: 'No places here yet',
  noTroubles: 'No conflicts or gaps here',
  legend: 'What the signs mean',
  kinds: { stay: 'Guests', owner: 'Owner', block: 'Closed' },
  visit: 'Visit, by its service',
  done: 'Visit done',
  marks: { double_booked: '2×', no_turnover: '?', visit_during_stay: '!' },
  troubles: {
    double_booked: 'Two stays in one night',
    no_turnover: 'Check-out without a turnover',
    visit_during_stay: 'Visit inside during a stay',
  },
  helps: {
    double_booked: 'Find out which booking is real, and cancel the other where it was made.',
    no_turnover: 'Turn on turnovers on the property’s page, or book a turnover clean.',
    visit_during_stay: 'Move or skip the visit, or agree on it with your guests.',
  },
  leftOut: 'Its turnover was left out. You can bring it back on the property’s page.',
  nothing: 'Nothing that day.',
  stays: 'Stays',
  visits: 'Visits',
  hours: (from: string, to: string, guests: number | null) =>
    [
      `In ${from}, out ${to}`,
      guests !== null && plural.en(guests, { one: '1 guest', other: (n) => `${n} guests` }),
    ]
      .filter(Boolean)
      .join(' · '),
  toPlace: 'Open the property',
  more: (count: number) => `+${count}`,
  stayOn: (kind: Kind, part: Part) => PARTS[kind][part],
  visitOn: (service: string, state: VisitState) => {
    if (state === 'completed') return `${service}, done`
    if (state === 'skipped') return `${service}, skipped`
    return state === 'missed' ? `${service}, missed` : service
  },
  cell: (place: string, day: string, said: readonly string[]) =>
    `${place}, ${day}: ${said.length === 0 ? 'nothing' : said.join(' · ')}`,
}
