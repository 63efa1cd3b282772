import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ComplexId } from '../ids.ts'
import { HOUR_MS, instant, MINUTE_MS } from '../time.ts'
import {
  CODE_ALPHABET,
  decidePass,
  type FoundCheckpoint,
  type Passing,
  readCheckpointCode,
  writeCheckpointCode,
} from './checkpoints.ts'

describe('the code of a checkpoint', () => {
  it.each([
    ['K7M2Q-9XA4T', 'K7M2Q9XA4T'],
    [' k7m2q 9xa4t ', 'K7M2Q9XA4T'],
    ['K7M2Q–9XAOI', 'K7M2Q9XA01'],
    ['https://crew.example/complex?point=K7M2Q9XA4T', 'K7M2Q9XA4T'],
    ['https://crew.example/complex?a=1&point=k7m2q-9xa4t#x', 'K7M2Q9XA4T'],
  ])('is read from %j', (text, code) => {
    expect(readCheckpointCode(text)).toBe(code)
  })

  it.each(['', 'K7M2Q-9XA4', 'K7M2Q-9XA4TT', 'K7M2Q-9XA4U', 'https://crew.example/complex', '💥💥💥💥💥'])(
    'is not read from %j',
    (text) => {
      expect(readCheckpointCode(text)).toBeNull()
    },
  )

  it('is read as it was written, in capitals or not, with any gaps', () => {
    const code = fc
      .array(fc.constantFrom(...CODE_ALPHABET), { minLength: 10, maxLength: 10 })
      .map((letters) => letters.join(''))
    fc.assert(
      fc.property(code, fc.constantFrom(' ', '-', ''), (some, gap) => {
        expect(readCheckpointCode(writeCheckpointCode(some).toLowerCase())).toBe(some)
        expect(readCheckpointCode([...some].join(gap))).toBe(some)
      }),
    )
  })
})

const HERE = 'here' as ComplexId
const START = instant(Date.UTC(2026, 2, 3, 2))
const at = (minutes: number) => instant(START + minutes * MINUTE_MS)
const CODE: FoundCheckpoint = { complexId: HERE, isEarlier: false, madeAt: instant(START - HOUR_MS) }
const VISIT = { complexId: HERE, startedAt: START, completedAt: null, isInProgress: true }
const PASSING: Passing = { found: CODE, isSigned: true, visit: VISIT, saidAt: null, now: at(30) }

describe('passing a checkpoint', () => {
  it.each<[string, Partial<Passing>, object]>([
    ['during the visit', {}, { passedAt: at(30) }],
    ['offline, told later', { saidAt: at(10) }, { passedAt: at(10) }],
    ['by a clock that is ahead', { saidAt: at(40) }, { passedAt: at(30) }],
    [
      'told after the visit was completed',
      { saidAt: at(10), visit: { ...VISIT, completedAt: at(20), isInProgress: false } },
      { passedAt: at(10) },
    ],
    [
      'after the visit',
      { saidAt: at(25), visit: { ...VISIT, completedAt: at(20), isInProgress: false } },
      { refused: 'round_over' },
    ],
    ['at a visit that was missed', { visit: { ...VISIT, isInProgress: false } }, { refused: 'round_over' }],
    ['at home, before the visit', { saidAt: at(-1) }, { refused: 'round_not_begun' }],
    [
      'without having begun',
      { visit: { ...VISIT, startedAt: null, isInProgress: false } },
      { refused: 'round_not_begun' },
    ],
    [
      'of another complex',
      { found: { ...CODE, complexId: 'there' as ComplexId } },
      { refused: 'checkpoint_elsewhere' },
    ],
    ['by a code that nobody made', { found: null, isSigned: false }, { refused: 'checkpoint_unknown' }],
    ['by a code that is gone', { found: null }, { refused: 'checkpoint_old' }],
    [
      'by the code before this one',
      { found: { ...CODE, isEarlier: true, madeAt: at(5) }, saidAt: at(5) },
      { refused: 'checkpoint_old' },
    ],
    [
      'by the code before this one, while it was the one',
      { found: { ...CODE, isEarlier: true, madeAt: at(5) }, saidAt: at(4) },
      { passedAt: at(4) },
    ],
  ])('%s', (_, difference, decided) => {
    expect(decidePass({ ...PASSING, ...difference })).toEqual(decided)
  })

  it('never counts outside the visit', () => {
    const minutes = fc.integer({ min: -120, max: 240 })
    fc.assert(
      fc.property(
        fc.option(minutes),
        fc.option(minutes),
        fc.option(minutes),
        minutes,
        (start, end, said, now) => {
          const visit = {
            complexId: HERE,
            startedAt: start === null ? null : at(start),
            completedAt: end === null ? null : at(end),
            isInProgress: end === null,
          }
          const decided = decidePass({
            ...PASSING,
            visit,
            saidAt: said === null ? null : at(said),
            now: at(now),
          })
          if ('refused' in decided) return
          expect(start).not.toBeNull()
          expect(decided.passedAt).toBeGreaterThanOrEqual(at(start!))
          expect(decided.passedAt).toBeLessThanOrEqual(at(Math.min(now, end ?? now)))
        },
      ),
    )
  })
})
