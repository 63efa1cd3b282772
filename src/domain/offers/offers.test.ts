import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { basisPoints, cents } from '../money.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, MINUTE_MS, parseInstant } from '../time.ts'
import { type OfferCandidate, rankCrews, scoreOf } from './score.ts'
import { nextStep, raiseFor, standingWave } from './waves.ts'

const crew: OfferCandidate = {
  crewId: 'm',
  distanceFeet: 10_000,
  rangeFeet: 50_000,
  rating: 4.5,
  reliability: 0.9,
  loadMinutes: 120,
  capacityMinutes: 480,
  isFavourite: false,
  isBlocked: false,
}

describe('the ranking of crews', () => {
  it.each<[string, Partial<OfferCandidate>]>([
    ['the nearer', { distanceFeet: 9_000 }],
    ['the better rated', { rating: 4.9 }],
    ['the more reliable', { reliability: 1 }],
    ['the less loaded', { loadMinutes: 0 }],
    [
      'the customer’s favourite, even if far, badly rated and busy',
      { isFavourite: true, distanceFeet: 50_000, rating: 1, reliability: 0, loadMinutes: 480 },
    ],
  ])('puts %s first', (_name, change) => {
    expect(rankCrews([crew, { ...crew, ...change, crewId: 'z' }])).toEqual(['z', 'm'])
  })

  it('never asks the blocked or those out of range', () => {
    const others = [
      { ...crew, crewId: 'blocked', isBlocked: true, isFavourite: true },
      { ...crew, crewId: 'far', distanceFeet: 50_001 },
    ]
    expect(rankCrews([...others, crew])).toEqual(['m'])
  })

  it('gives a newcomer a fair place', () => {
    expect(scoreOf({ ...crew, rating: null, reliability: null })).toBe(scoreOf(crew))
  })

  it('is the same whatever the order of the candidates', () => {
    const candidate = fc
      .record({ id: fc.nat(50), distance: fc.nat(60_000), load: fc.nat(600) })
      .map(({ id, distance, load }) => ({
        ...crew,
        crewId: `c${id}`,
        distanceFeet: distance,
        loadMinutes: load,
      }))
    fc.assert(
      fc.property(fc.uniqueArray(candidate, { selector: (each) => each.crewId }), (candidates) => {
        expect(rankCrews([...candidates].reverse())).toEqual(rankCrews(candidates))
      }),
    )
  })

  it('knows a score for a crew without range or hours', () => {
    expect(
      scoreOf({ ...crew, distanceFeet: 0, rangeFeet: 0, loadMinutes: 0, capacityMinutes: 0 }),
    ).toBeGreaterThan(0)
  })
})

const NOW = parseInstant('2026-07-06T12:00:00Z')
const visit = { kind: 'weekly', endsAt: instant(NOW + 5 * HOUR_MS), crewPayCents: cents(1_400) } as const
const ranking = Array.from({ length: 40 }, (_, index) => `crew-${index}`)

function step(change: Partial<Parameters<typeof nextStep>[0]>) {
  return nextStep({
    visit,
    ranking,
    chosen: [],
    asked: [],
    wavesDone: 0,
    currentExpiresAt: null,
    now: NOW,
    settings: DEFAULT_SETTINGS,
    ...change,
  })
}

describe('the waves of an offer', () => {
  it('ask the best 5, then the next 10, then all the others, 10 minutes each', () => {
    const asked: string[] = []
    const sizes: number[] = []
    for (let wavesDone = 0; wavesDone < 3; wavesDone += 1) {
      const next = step({ asked, wavesDone })
      if (!('ask' in next)) throw new Error('expected a wave')
      expect(next.ask.expiresAt).toBe(NOW + 10 * MINUTE_MS)
      sizes.push(next.ask.crewIds.length)
      asked.push(...next.ask.crewIds)
    }
    expect(sizes).toEqual([5, 10, 25])
    expect(asked).toEqual(ranking)
    expect(step({ asked, wavesDone: 3 })).toEqual({ notifyOperator: true })
    // Nor is anybody asked alone or anew who came into range since.
    expect(step({ asked, wavesDone: 3, ranking: [...ranking, 'late'] })).toEqual({ notifyOperator: true })
  })

  it('begin once each chosen crew was asked alone, without a raise', () => {
    const chosen = ['crew-7', 'crew-99', 'crew-3']
    const first = step({ chosen })
    expect(first).toEqual({
      askChosen: { wave: 0, crewIds: ['crew-7'], expiresAt: NOW + 10 * MINUTE_MS, raiseCents: 0 },
    })
    expect(step({ chosen, asked: ['crew-7'], currentExpiresAt: instant(NOW + 1) })).toEqual({
      waitUntil: NOW + 1,
    })
    expect(step({ chosen, asked: ['crew-7'] })).toMatchObject({ askChosen: { crewIds: ['crew-3'] } })
    expect(step({ chosen, asked: ['crew-7', 'crew-3'] })).toMatchObject({
      ask: { wave: 0, crewIds: ['crew-0', 'crew-1', 'crew-2', 'crew-4', 'crew-5'] },
    })
    // Who was chosen after the waves began is asked with the others.
    expect(step({ chosen, asked: ranking.slice(10, 15), wavesDone: 1 })).toMatchObject({ ask: { wave: 1 } })
  })

  it('last 3 minutes for on-demand work and never beyond the window', () => {
    expect(step({ visit: { ...visit, kind: 'on_demand' } })).toMatchObject({
      ask: { expiresAt: NOW + 3 * MINUTE_MS },
    })
    expect(step({ visit: { ...visit, endsAt: instant(NOW + MINUTE_MS) } })).toMatchObject({
      ask: { expiresAt: NOW + MINUTE_MS },
    })
  })

  it('wait for the running wave, and field 17: go on the moment it is over', () => {
    const currentExpiresAt = instant(NOW + 10 * MINUTE_MS)
    const running = { asked: ranking.slice(0, 5), wavesDone: 1, currentExpiresAt }
    expect(step({ ...running, now: instant(currentExpiresAt - 1) })).toEqual({ waitUntil: currentExpiresAt })
    expect(step({ ...running, now: currentExpiresAt })).toMatchObject({ ask: { wave: 1 } })
  })

  it('end with the operator where nobody is left or the window is over', () => {
    expect(step({ ranking: [] })).toEqual({ notifyOperator: true })
    expect(step({ asked: ranking, wavesDone: 1 })).toEqual({ notifyOperator: true })
    expect(step({ now: visit.endsAt })).toEqual({ notifyOperator: true })
  })

  it('raise the pay by wave up to the cap', () => {
    expect([0, 1, 2, 3, 4, 9].map((wave) => raiseFor(cents(1_400), wave, DEFAULT_SETTINGS))).toEqual([
      0, 70, 140, 210, 210, 210,
    ])
    expect(raiseFor(cents(1_400), 2, { ...DEFAULT_SETTINGS, offerPayRaiseBasisPoints: basisPoints(0) })).toBe(
      0,
    )
  })
})

describe('what stands after the waves', () => {
  const latestStart = instant(NOW + 4 * HOUR_MS)
  const stand = (change: Partial<Parameters<typeof standingWave>[0]>) =>
    standingWave({
      visit,
      ranking,
      declined: [],
      latestStart,
      now: NOW,
      settings: DEFAULT_SETTINGS,
      ...change,
    })

  it('is open to whoever has not said no, until the work can last be begun, at the highest raise', () => {
    expect(stand({ declined: ['crew-0', 'crew-2'] })).toEqual({
      wave: 3,
      crewIds: ranking.filter((id) => id !== 'crew-0' && id !== 'crew-2'),
      expiresAt: latestStart,
      raiseCents: 210,
    })
  })

  it('goes to no more than the best of many crews', () => {
    const many = Array.from({ length: 80 }, (_, index) => `crew-${index}`)
    expect(stand({ ranking: many })!.crewIds).toEqual(many.slice(0, 50))
  })

  it('is nothing where nobody is left or it is too late', () => {
    expect(stand({ declined: ranking })).toBeNull()
    expect(stand({ now: latestStart })).toBeNull()
  })
})
