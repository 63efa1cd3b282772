import { describe, expect, it } from 'vitest'
import { HOUR_MS, instant, parseInstant } from '../time.ts'
import { decideAnswer, OFFER_ANSWERS, type OfferFacts, stateShown, whyWithdrawn } from './answer.ts'
import { OFFER_ACTORS, OFFER_LIFECYCLE, OFFER_STATES, OFFER_STEPS } from './graph.ts'

const NOW = parseInstant('2026-07-06T12:00:00Z')
const open: OfferFacts = {
  crewId: 'a',
  state: 'open',
  expiresAt: instant(NOW + 1),
  takenByCrewId: null,
  isVisitOpen: true,
}
const ann = { id: 'a', isFrozen: false }
const TARGET = { accept: 'accepted', decline: 'declined', undo_decline: 'open' } as const

const everyAttempt = OFFER_STATES.flatMap((state) => OFFER_ANSWERS.map((answer) => ({ state, answer })))
const isEdge = ({ state, answer }: (typeof everyAttempt)[number]) =>
  OFFER_LIFECYCLE.some((edge) => edge.transition === answer && edge.from.includes(state))
/** An accepted offer is of a visit that this crew has. */
const offerIn = (state: OfferFacts['state']): OfferFacts => ({
  ...open,
  state,
  takenByCrewId: state === 'accepted' ? 'a' : state === 'lost' ? 'b' : null,
})

describe('the lifecycle graph', () => {
  it('has at most one edge for a state, a step and an actor, and uses every step', () => {
    for (const state of OFFER_STATES)
      for (const step of OFFER_STEPS)
        for (const actor of OFFER_ACTORS)
          expect(
            OFFER_LIFECYCLE.filter(
              (edge) => edge.transition === step && edge.from.includes(state) && edge.mayDo.includes(actor),
            ).length,
          ).toBeLessThanOrEqual(1)
    expect(new Set(OFFER_LIFECYCLE.map((edge) => edge.transition))).toEqual(new Set(OFFER_STEPS))
  })

  it('reaches every state from open', () => {
    const reached = new Set(['open', ...OFFER_LIFECYCLE.map((edge) => edge.to)])
    expect([...reached].sort()).toEqual([...OFFER_STATES].sort())
  })
})

describe('walking every edge', () => {
  it.each(everyAttempt.filter(isEdge))(
    'a crew does $answer where an offer is $state',
    ({ state, answer }) => {
      expect(decideAnswer(offerIn(state), answer, ann, NOW)).toEqual({ state: TARGET[answer] })
    },
  )
})

describe('walking every non-edge', () => {
  it.each(everyAttempt.filter((attempt) => !isEdge(attempt)))(
    'a crew cannot $answer where an offer is $state',
    ({ state, answer }) => {
      const expected =
        TARGET[answer] === state
          ? { alreadyDone: true }
          : { refused: state === 'lost' ? 'offer_taken' : state === 'expired' ? 'offer_expired' : undefined }
      const decision = decideAnswer(offerIn(state), answer, ann, NOW)
      if (state === 'withdrawn') expect(decision).toEqual({ refused: 'no_longer_open' })
      else if (state === 'accepted' && answer !== 'accept')
        expect(decision).toEqual({ refused: 'wrong_state' })
      else expect(decision).toEqual(expected)
    },
  )
})

describe('accepting an offer', () => {
  it.each<[string, Partial<OfferFacts>, { id: string; isFrozen: boolean }, number, string]>([
    ['somebody else’s', {}, { id: 'b', isFrozen: false }, NOW, 'not_yours'],
    ['one whose visit another has', { takenByCrewId: 'b' }, ann, NOW, 'offer_taken'],
    ['an expired one, at that very instant', {}, ann, NOW + 1, 'offer_expired'],
    ['one whose visit is not wanted any more', { isVisitOpen: false }, ann, NOW, 'no_longer_open'],
    ['S6: one that came before the freeze', {}, { id: 'a', isFrozen: true }, NOW, 'account_frozen'],
  ])('is refused for %s', (_name, change, who, now, reason) => {
    expect(decideAnswer({ ...open, ...change }, 'accept', who, instant(now))).toEqual({ refused: reason })
  })

  it('field 13: again by the winner counts once, even when it has expired since', () => {
    const won = { ...open, state: 'accepted', takenByCrewId: 'a' } as const
    expect(decideAnswer(won, 'accept', ann, instant(NOW + HOUR_MS))).toEqual({ alreadyDone: true })
  })

  it('counts as done where the visit came to the crew by another way', () => {
    expect(decideAnswer({ ...open, takenByCrewId: 'a' }, 'accept', ann, NOW)).toEqual({ alreadyDone: true })
  })
})

describe('declining', () => {
  it('field 18: can be taken back inside the deadline and not after it', () => {
    const declined = { ...open, state: 'declined' } as const
    expect(decideAnswer(declined, 'undo_decline', ann, NOW)).toEqual({ state: 'open' })
    expect(decideAnswer(declined, 'undo_decline', ann, open.expiresAt)).toEqual({ refused: 'offer_expired' })
    expect(decideAnswer({ ...declined, takenByCrewId: 'b' }, 'undo_decline', ann, NOW)).toEqual({
      refused: 'offer_taken',
    })
  })

  it('is too late to be taken back where the crew has the visit by another way', () => {
    const had = { ...open, state: 'declined', takenByCrewId: 'a' } as const
    expect(decideAnswer(had, 'undo_decline', ann, NOW)).toEqual({ refused: 'no_longer_open' })
  })

  it('is none of a lost offer, also once the winner has given the visit back', () => {
    const lost = { ...open, state: 'lost', takenByCrewId: null } as const
    for (const answer of OFFER_ANSWERS)
      expect(decideAnswer(lost, answer, ann, NOW)).toEqual({ refused: 'offer_taken' })
  })

  it('is open to a frozen crew', () => {
    expect(decideAnswer(open, 'decline', { id: 'a', isFrozen: true }, NOW)).toEqual({ state: 'declined' })
  })
})

describe('the state that is shown', () => {
  it.each<[string, Partial<OfferFacts>, number, string]>([
    ['open', {}, NOW, 'open'],
    ['expired from its deadline on', {}, NOW + 1, 'expired'],
    ['declined, also after the deadline', { state: 'declined' }, NOW + 1, 'declined'],
    ['lost once another has the visit', { takenByCrewId: 'b' }, NOW, 'lost'],
    ['withdrawn once the visit was moved', { isVisitOpen: false }, NOW, 'withdrawn'],
    [
      'accepted where the crew has the visit, however it came to it',
      { state: 'lost', takenByCrewId: 'a' },
      NOW,
      'accepted',
    ],
    ['what is written where it is over', { state: 'withdrawn' }, NOW, 'withdrawn'],
  ])('is %s', (_name, change, now, expected) => {
    expect(stateShown({ ...open, ...change }, instant(now))).toBe(expected)
  })
})

describe('an offer that was taken back', () => {
  it.each([
    ['cancelled', true, 'called_off'],
    ['cancelled', false, 'called_off'],
    ['skipped', true, 'called_off'],
    ['scheduled', false, 'moved'],
    ['confirmed', false, 'moved'],
    ['scheduled', true, 'closed'],
    ['missed', true, 'closed'],
  ] as const)('of a visit that is %s, as offered: %j, says %s', (state, isAsOffered, expected) => {
    expect(whyWithdrawn({ state, isAsOffered })).toBe(expected)
  })
})
