import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { HOUR_MS, instant, MINUTE_MS, parseInstant } from '../time.ts'
import {
  type CancellationTerms,
  type CancelledOrder,
  cancellationRules,
  cancellationTerms,
} from './cancellation.ts'
import { ORDER_PROGRESS } from './progress.ts'

const NOW = parseInstant('2026-03-02T18:00:00Z')
const ACCEPTED = instant(NOW - 10 * MINUTE_MS)
const order: CancelledOrder = {
  progress: 'accepted',
  acceptedAt: ACCEPTED,
  startsAt: instant(NOW + HOUR_MS),
  totalCents: cents(12_000),
}

function terms(change: Partial<CancelledOrder>, now = NOW): CancellationTerms {
  const decided = cancellationTerms({ ...order, ...change }, now, DEFAULT_SETTINGS)
  if (isRefusal(decided)) throw new Error(decided.refused)
  return decided
}

describe('cancelling an order', () => {
  it.each<[string, Partial<CancelledOrder>, number, number, string]>([
    ['while the card is asked', { progress: 'booking', acceptedAt: null }, 0, 0, 'not_accepted'],
    ['while nobody has it', { progress: 'looking', acceptedAt: null }, 0, 0, 'not_accepted'],
    [
      'within the minutes after it was accepted',
      { acceptedAt: instant(NOW - 5 * MINUTE_MS + 1) },
      0,
      0,
      'just_accepted',
    ],
    ['at the end of those minutes', { acceptedAt: instant(NOW - 5 * MINUTE_MS) }, 2_400, 1_680, 'accepted'],
    ['more than a day before', { startsAt: instant(NOW + 24 * HOUR_MS + 1) }, 0, 0, 'far_ahead'],
    ['a day before', { startsAt: instant(NOW + 24 * HOUR_MS) }, 2_400, 1_680, 'accepted'],
    ['with the crew on its way', { progress: 'on_the_way' }, 4_800, 3_360, 'on_the_way'],
    [
      'with the crew on its way at once',
      { progress: 'on_the_way', acceptedAt: NOW },
      4_800,
      3_360,
      'on_the_way',
    ],
    ['for little work, at the minimum', { totalCents: cents(3_000) }, 1_000, 700, 'accepted'],
    ['for less work than the minimum', { totalCents: cents(800) }, 800, 560, 'accepted'],
    ['for work that costs what a card can just be charged', { totalCents: cents(50) }, 50, 35, 'accepted'],
    ['for work that no card can be charged for', { totalCents: cents(49) }, 0, 0, 'accepted'],
    ['for work that a coupon paid', { totalCents: cents(0) }, 0, 0, 'accepted'],
  ])('%s', (_when, change, feeCents, crewShareCents, reason) => {
    expect(terms(change)).toMatchObject({ feeCents, crewShareCents, reason })
  })

  it('says until when it is free', () => {
    expect(terms({ acceptedAt: NOW }).freeUntil).toBe(NOW + 5 * MINUTE_MS)
    expect(terms({ startsAt: instant(NOW + 30 * HOUR_MS) }).freeUntil).toBe(NOW + 6 * HOUR_MS)
    expect(terms({}).freeUntil).toBeNull()
  })

  it('is over once the work has begun', () => {
    for (const progress of ORDER_PROGRESS) {
      const isOpen = ['booking', 'declined', 'looking', 'accepted', 'on_the_way'].includes(progress)
      expect(isRefusal(cancellationTerms({ ...order, progress }, NOW, DEFAULT_SETTINGS))).toBe(!isOpen)
    }
  })

  it('never costs more than the work, nor pays the crew more than the fee, nor gets cheaper by waiting', () => {
    fc.assert(
      fc.property(
        fc.nat(500_000),
        fc.nat(72 * HOUR_MS),
        fc.integer({ min: -3 * HOUR_MS, max: 72 * HOUR_MS }),
        fc.nat(72 * HOUR_MS),
        (total, sinceAccepted, untilStart, wait) => {
          const facts = {
            totalCents: cents(total),
            acceptedAt: instant(NOW - sinceAccepted),
            startsAt: instant(NOW + untilStart),
          }
          const now = terms(facts)
          const later = terms(facts, instant(NOW + wait))
          const onTheWay = terms({ ...facts, progress: 'on_the_way' })
          expect(now.feeCents).toBeLessThanOrEqual(later.feeCents)
          expect(later.feeCents).toBeLessThanOrEqual(onTheWay.feeCents)
          expect(onTheWay.feeCents).toBeLessThanOrEqual(total)
          expect(now.crewShareCents).toBeLessThanOrEqual(now.feeCents)
          if (now.freeUntil !== null && NOW + wait < now.freeUntil) expect(later.feeCents).toBe(0)
        },
      ),
    )
  })

  it('costs what the rules said before it was booked', () => {
    const rules = cancellationRules([{ kind: 'service', amountCents: cents(12_000) }], DEFAULT_SETTINGS)
    expect(rules).toEqual({
      freeMinutes: 5,
      freeHoursBefore: 24,
      acceptedFeeCents: terms({}).feeCents,
      onTheWayFeeCents: terms({ progress: 'on_the_way' }).feeCents,
      noAccessFeeCents: 6_000,
      missedCreditCents: 1_000,
    })
  })
})
