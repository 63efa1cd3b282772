/** Pickups of a rental that follow its stays. */
import { plural } from '#domain/plural.ts'

const nights = (count: number) => plural.en(count, { one: '1 night', other: (n) => `${n} nights` })
const guests = (count: number) => plural.en(count, { one: '1 guest', other: (n) => `${n} guests` })

export const pickups = {
  title: 'Pickups by stays',
  isOn: 'Bins and recycling come only when somebody stayed, and never before a check-out.',
  isOff:
    'Skip bins and recycling while nobody stays, and add a pickup after a long or large stay. Each visit costs as usual; a skipped one costs nothing.',
  noJob: 'There is no weekly bins or recycling pickup here.',
  noSource: 'Nothing tells us of stays here yet, so nothing is skipped.',
  unreliable: 'A calendar here is silent or failing, so nothing is skipped until it answers.',
  none: 'No pickups in the coming weeks.',
  switchOn: 'Follow the stays',
  switchOff: 'Come every week',
  switchedOff: 'Pickups come by their weekly rule again.',
  change: 'Change the rule',
  save: 'Save the rule',
  saved: 'Pickups follow the stays here.',
  checkOut: 'Usual check-out',
  checkOutHint: 'Where the calendar has times of its own, those count.',
  afterNights: 'An extra pickup after long stays',
  nightsFrom: 'From how many nights',
  nightsHint: '2 to 60 nights',
  afterGuests: 'An extra pickup after large stays',
  guestsFrom: 'From how many guests',
  guestsHint: '2 to 50 guests, where the calendar says how many',
  extraHint: 'It comes on the day of the check-out, unless a weekly one comes that day or the next.',
  extraCosts: (priced: readonly string[]) =>
    priced.length === 1
      ? `Each extra pickup is billed: ${priced[0]}.`
      : `Each extra pickup is billed, and each service is one of its own, also on the same day: ${priced.join(', ')}.`,
  closed: 'Closed days of Booking.com are guests',
  closedHint: 'Booking.com calls guests and closed days alike. Tick this where they are guests.',
  vacant: 'Nobody stayed',
  extra: (count: number, people: number | null) =>
    `Extra: ${[nights(count), ...(people === null ? [] : [guests(people)])].join(', ')}`,
}
