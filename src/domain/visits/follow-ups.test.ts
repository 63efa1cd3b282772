import { expect, it } from 'vitest'
import { VISIT_LIFECYCLE } from './graph.ts'

/** What follows each step and what it says of its crew, written down a second time and by hand. */
const FOLLOWS: readonly (readonly [step: string, who: string, what: string, counts: string | null])[] = [
  ['assign', 'operator system', 'close_offers', null],
  ['accept_offer', 'crew', '', null],
  ['confirm', 'crew operator', '', null],
  ['unconfirm', 'crew', '', null],
  ['release', 'crew operator system', 'offer_visit close_acts close_trip follow_stay', null],
  ['lapse', 'system', 'offer_visit', null],
  ['start_travel', 'crew', 'notify_of_trip', null],
  ['start', 'crew', 'notify_of_trip close_trip', null],
  ['complete', 'crew operator', 'capture_payment ask_for_rating close_acts close_trip follow_stay', 'kept'],
  ['accept_late_completion', 'operator', 'capture_payment ask_for_rating close_trip follow_stay', null],
  ['skip', 'customer operator system', 'close_offers release_authorisation close_trip', null],
  ['unskip', 'customer operator system', '', null],
  ['move', 'customer operator system', 'close_offers offer_visit close_trip', null],
  ['cancel', 'customer operator system', 'close_offers release_authorisation close_acts close_trip', null],
  ['cancel', 'operator', 'close_offers release_authorisation close_acts close_trip', null],
  ['reinstate', 'customer', '', null],
  ['miss', 'system', 'release_authorisation close_acts notify_of_missed close_trip follow_stay', 'missed'],
  ['miss', 'operator', 'release_authorisation close_acts notify_of_missed close_trip follow_stay', 'missed'],
  ['cannot_access', 'crew', 'close_acts release_authorisation close_trip follow_stay', null],
  ['leave_unsafe', 'crew', 'release_authorisation close_acts close_trip follow_stay', null],
  ['reopen', 'operator', '', null],
]

it('nothing else follows a step of a visit, and nothing is left out', () => {
  const drawn = VISIT_LIFECYCLE.map(({ transition, mayDo, followUps, countsAs = null }) => [
    transition,
    mayDo.join(' '),
    followUps.join(' '),
    countsAs,
  ])
  expect(drawn).toEqual(FOLLOWS)
})
