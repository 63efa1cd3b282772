import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instant, MINUTE_MS, parseInstant } from '../time.ts'
import { clash, type WorkToDo } from './clash.ts'

describe('the work of two crews', () => {
  const toDo = (from: string, until: string, durationMinutes: number): WorkToDo => ({
    startsAt: parseInstant(`2026-03-05T${from}:00Z`),
    endsAt: parseInstant(`2026-03-05T${until}:00Z`),
    durationMinutes,
  })

  test.each([
    ['one after the other', toDo('15:00', '16:00', 60), toDo('16:00', '17:00', 60), false],
    ['a long window beside a short', toDo('14:00', '22:00', 60), toDo('15:00', '16:00', 60), false],
    ['a window that the other fills', toDo('15:00', '16:30', 60), toDo('15:00', '16:30', 60), true],
    ['work longer than its window', toDo('15:00', '15:30', 60), toDo('15:30', '16:00', 10), false],
    [
      'another day',
      toDo('15:00', '16:00', 60),
      {
        ...toDo('15:00', '16:00', 60),
        startsAt: parseInstant('2026-03-06T15:00:00Z'),
        endsAt: parseInstant('2026-03-06T16:00:00Z'),
      },
      false,
    ],
  ])('%s', (_what, one, other, clashes) => {
    expect([clash([one], [other]), clash([other], [one])]).toEqual([clashes, clashes])
  })

  test('clash as any two of them do', () => {
    const work = fc
      .record({
        from: fc.nat(600),
        length: fc.integer({ min: 1, max: 300 }),
        minutes: fc.integer({ min: 1, max: 200 }),
      })
      .map(({ from, length, minutes }) => ({
        startsAt: instant(from * MINUTE_MS),
        endsAt: instant((from + length) * MINUTE_MS),
        durationMinutes: minutes,
      }))
    const list = fc.array(work, { maxLength: 8 })
    fc.assert(
      fc.property(list, list, (one, other) => {
        const any = one.some((each) => other.some((there) => clash([each], [there])))
        expect(clash(one, other)).toBe(any)
        expect(clash(other, one)).toBe(any)
      }),
    )
  })
})
