import { expect, it } from 'vitest'
import { decideStep, type LifecycleEdge } from '../lifecycle.ts'
import { VISIT_LIFECYCLE } from './graph.ts'

/** Every way there is, written down a second time and by hand: what is not here, nobody may do. */
const WAYS: readonly (readonly [step: string, from: string, to: string, who: string, when: string])[] = [
  ['assign', 'scheduled confirmed reopened', 'scheduled', 'operator system', 'before_window_end'],
  ['accept_offer', 'scheduled reopened', 'confirmed', 'crew', 'before_window_end'],
  ['confirm', 'scheduled reopened', 'confirmed', 'crew operator', 'before_window_end'],
  ['unconfirm', 'confirmed', 'scheduled', 'crew', 'before_cutoff'],
  ['release', 'scheduled confirmed en_route', 'scheduled', 'crew operator system', 'before_window_end'],
  ['lapse', 'scheduled', 'scheduled', 'system', 'before_window_end'],
  ['start_travel', 'confirmed', 'en_route', 'crew', 'on_the_day'],
  ['start', 'confirmed en_route', 'in_progress', 'crew', 'on_the_day'],
  ['complete', 'confirmed en_route in_progress missed', 'completed', 'crew operator', 'late_completion'],
  [
    'accept_late_completion',
    'scheduled confirmed en_route in_progress cancelled skipped missed reopened',
    'completed',
    'operator',
    'always',
  ],
  ['skip', 'scheduled confirmed', 'skipped', 'customer operator system', 'before_window_end'],
  ['unskip', 'skipped', 'scheduled', 'customer operator system', 'before_window_end'],
  ['move', 'scheduled confirmed', 'scheduled', 'customer operator system', 'before_window_end'],
  ['cancel', 'scheduled confirmed en_route reopened', 'cancelled', 'customer operator system', 'always'],
  ['cancel', 'in_progress skipped missed', 'cancelled', 'operator', 'always'],
  ['reinstate', 'cancelled', 'scheduled', 'customer', 'before_window_end'],
  ['miss', 'scheduled confirmed en_route in_progress reopened', 'missed', 'system', 'after_grace'],
  ['miss', 'scheduled confirmed en_route in_progress reopened', 'missed', 'operator', 'on_the_day'],
  ['cannot_access', 'confirmed en_route in_progress', 'missed', 'crew', 'on_the_day'],
  ['leave_unsafe', 'confirmed en_route in_progress', 'missed', 'crew', 'on_the_day'],
  ['reopen', 'completed missed', 'reopened', 'operator', 'always'],
]

it('a visit has the ways that are written here, and no other', () => {
  const drawn = VISIT_LIFECYCLE.map(({ transition, from, to, mayDo, timing }) => [
    transition,
    from.join(' '),
    to,
    mayDo.join(' '),
    timing,
  ])
  expect(drawn).toEqual(WAYS)
})

/** Who has the visit after a step, and which steps the system takes by itself when their time has come. */
it('a visit changes hands, and moves on by itself, in no other way than these', () => {
  const stepsThat = (is: (edge: (typeof VISIT_LIFECYCLE)[number]) => boolean) =>
    VISIT_LIFECYCLE.filter(is).map(({ transition }) => transition)
  expect(stepsThat(({ crew }) => crew === 'takes')).toEqual([
    'assign',
    'accept_offer',
    'accept_late_completion',
  ])
  expect(stepsThat(({ crew }) => crew === 'leaves')).toEqual(['release', 'lapse'])
  expect(stepsThat(({ timeout }) => timeout !== undefined)).toEqual(['lapse', 'miss'])
})

type Door = LifecycleEdge<'open' | 'shut', 'close' | 'open_again', 'keeper' | 'guest'>
const DOOR: readonly Door[] = [
  { transition: 'close', from: ['open'], to: 'shut', mayDo: ['keeper'] },
  { transition: 'open_again', from: ['shut'], to: 'open', mayDo: ['keeper', 'guest'] },
]

it.each([
  ['open', 'close', 'keeper', DOOR[0]],
  ['shut', 'close', 'keeper', { alreadyDone: true }],
  // To somebody who may not take it, a step that was taken is no way either.
  ['shut', 'close', 'guest', { refused: 'wrong_state' }],
  ['open', 'close', 'guest', { refused: 'wrong_state' }],
  ['open', 'open_again', 'guest', { alreadyDone: true }],
  ['shut', 'open_again', 'guest', DOOR[1]],
] as const)('of a door that is %s, to %s by a %s', (from, transition, by, decided) => {
  expect(decideStep(DOOR, { transition, from, by })).toEqual(decided)
})
