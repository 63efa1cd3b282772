import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, instant, parseInstant } from '../time.ts'
import { takingLimit, takingWindowStart } from './hoarding.ts'

const NOW = parseInstant('2026-03-08T18:00:00Z')
const SETTINGS = {
  takingWindowHours: 24,
  offersTakenMaximum: 3,
  offersReleasedMaximum: 2,
  retakesMaximum: 1,
}
const NONE = { takenAt: [], releasedAt: [], releasesOfThis: 0 }
const hoursAgo = (hours: number) => instant(NOW - hours * HOUR_MS)

describe('security 12: what a crew may take', () => {
  test.each([
    ['all of it at first', NONE, { left: 3, reason: null, againAt: null }],
    ['less by what it holds', { takenAt: [hoursAgo(1)] }, { left: 2, reason: null, againAt: null }],
    [
      'nothing until the oldest leaves the window',
      { takenAt: [hoursAgo(1), hoursAgo(20), hoursAgo(3)] },
      { left: 0, reason: 'too_many_taken', againAt: hoursAgo(-4) },
    ],
    [
      'nothing for a while after giving much back',
      { takenAt: [], releasedAt: [hoursAgo(23), hoursAgo(2), hoursAgo(1)] },
      { left: 0, reason: 'too_many_released', againAt: hoursAgo(-22) },
    ],
    ['a visit again that it gave back once', { releasesOfThis: 1 }, { left: 3, reason: null, againAt: null }],
    [
      'never one that it gave back twice',
      { releasesOfThis: 2 },
      { left: 0, reason: 'released_too_often', againAt: null },
    ],
  ])('is %s', (_, takings, limit) => {
    expect(takingLimit({ ...NONE, ...takings }, SETTINGS)).toEqual(limit)
  })

  test('is something again at the moment that is said, and not before it', () => {
    const moments = fc.array(fc.integer({ min: 0, max: 24 * 60 - 1 }), { maxLength: 12 })
    fc.assert(
      fc.property(moments, moments, (taken, released) => {
        const at = (list: number[]) => list.map((minutes) => instant(NOW - minutes * 60_000))
        const all = { takenAt: at(taken), releasedAt: at(released) }
        const { againAt } = takingLimit({ ...NONE, ...all }, SETTINGS)
        if (againAt === null) return
        const seenAt = (now: number) => {
          const since = takingWindowStart(instant(now), SETTINGS)
          const within = (list: readonly number[]) => list.filter((each) => each > since).map(instant)
          return takingLimit(
            { takenAt: within(all.takenAt), releasedAt: within(all.releasedAt), releasesOfThis: 0 },
            SETTINGS,
          )
        }
        expect(againAt).toBeGreaterThan(NOW)
        expect(seenAt(againAt - 1).left).toBe(0)
        // What was given back may still be too much of what was taken, and the other way round.
        expect(seenAt(againAt).againAt ?? againAt + 1).toBeGreaterThan(againAt)
      }),
    )
  })
})
