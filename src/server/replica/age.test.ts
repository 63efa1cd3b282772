import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAge } from './watch-replica.ts'

test.each([
  ['nothing is known at first', [], 1_000, Infinity],
  [
    'what it has replayed was written when the primary was asked',
    [
      ['write', 10, 100],
      ['follow', 10],
    ],
    1_000,
    900,
  ],
  [
    'more than that is no newer',
    [
      ['write', 10, 100],
      ['follow', 99],
    ],
    1_000,
    900,
  ],
  [
    'less leaves it as old as what came before',
    [
      ['write', 10, 100],
      ['write', 20, 300],
      ['follow', 19],
    ],
    400,
    300,
  ],
  [
    'it catches up',
    [
      ['write', 10, 100],
      ['write', 20, 300],
      ['follow', 10],
      ['follow', 20],
    ],
    400,
    100,
  ],
  [
    'a primary where nothing happens keeps it young',
    [
      ['write', 10, 100],
      ['follow', 10],
      ['write', 10, 900],
      ['follow', 10],
    ],
    1_000,
    100,
  ],
  ['what came back knows nothing', [['write', 10, 100], ['follow', 10], ['forget']], 1_000, Infinity],
] as const)('%s', (_, steps, now, ms) => {
  const age = createAge(() => now)
  for (const [what, position = 0, at = 0] of steps)
    if (what === 'write') age.write(BigInt(position), at)
    else if (what === 'follow') age.follow(BigInt(position))
    else age.forget()
  expect(age.ms()).toBe(ms)
})

test('it is never said to be younger than it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pauseMs: fc.nat(800), grows: fc.nat(5), behind: fc.nat(12) }), { maxLength: 40 }),
      (looks) => {
        let [now, written, followed] = [0, 0, 0]
        const history = [{ at: 0, written: 0 }]
        const age = createAge(() => now)
        for (const { pauseMs, grows, behind } of looks) {
          now += pauseMs
          written += grows
          history.push({ at: now, written })
          age.write(BigInt(written), now)
          // It never goes back.
          followed = Math.max(followed, written - behind)
          age.follow(BigInt(followed))
          // The moment of the first thing that it lacks: all before that it has.
          const lacks = history.find((each) => each.written > followed)
          if (lacks !== undefined) expect(age.ms()).toBeGreaterThanOrEqual(now - lacks.at)
        }
      },
    ),
  )
})
