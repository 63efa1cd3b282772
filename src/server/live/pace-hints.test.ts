import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UserId } from '#domain/ids.ts'
import type { Batch, StoredHint } from './hint-queries.ts'
import { createPace, PACE_MS, type Pace } from './pace-hints.ts'
import type { Cursor } from './read-cursor.ts'

let sent: Batch[] = []
let pace: Pace
beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  pace = createPace((batch) => sent.push(batch))
})
afterEach(() => {
  pace.stop()
  vi.useRealTimers()
})

const at = (place: number) => `${place}:${place}:` as Cursor
const toMarket = (marketId: string, xact: number): StoredHint => ({
  xact,
  userId: null,
  marketId,
  kind: 'open_work',
  ids: [],
})
const toPerson = (xact: number): StoredHint => ({
  xact,
  userId: 'ann' as UserId,
  marketId: null,
  kind: 'visit',
  ids: ['v'],
})
const xacts = () => sent.map(({ hints }) => hints?.map(({ xact }) => xact) ?? null)

test('a market is notified at once, then once for all that came in a pause; people are notified at once', () => {
  pace.take({ cursor: at(1), hints: [toMarket('denver', 1), toPerson(1)] })
  for (let xact = 2; xact <= 200; xact++)
    pace.take({
      cursor: at(xact),
      hints: [toMarket('denver', xact), ...(xact === 100 ? [toPerson(100)] : [])],
    })
  expect(xacts()).toEqual([[1, 1], [100]])
  expect([pace.isKeeping('denver'), pace.isKeeping('elsewhere'), pace.isKeeping(null)]).toEqual([
    true,
    false,
    false,
  ])
  vi.advanceTimersByTime(PACE_MS)
  expect(sent.slice(2)).toEqual([{ cursor: at(200), hints: [toMarket('denver', 200)] }])
  expect(pace.isKeeping('denver')).toBe(false)

  // The pause goes on after it, and ends where nothing came.
  pace.take({ cursor: at(201), hints: [toMarket('denver', 201)] })
  expect(sent).toHaveLength(3)
  vi.advanceTimersByTime(PACE_MS)
  expect(xacts()[3]).toEqual([201])
  vi.advanceTimersByTime(PACE_MS)
  pace.take({ cursor: at(202), hints: [toMarket('denver', 202)] })
  expect(xacts().slice(4)).toEqual([[202]])
})

test('changes for ten minutes are at most one hint in each pause', () => {
  for (let xact = 1; xact <= 6_000; xact++) {
    pace.take({ cursor: at(xact), hints: [toMarket('denver', xact)] })
    vi.advanceTimersByTime(100)
  }
  expect(sent.length).toBeLessThanOrEqual(600_000 / PACE_MS + 1)
  expect(sent.length).toBeGreaterThan(100)
})

test('one market does not wait for another', () => {
  pace.take({ cursor: at(1), hints: [toMarket('denver', 1)] })
  pace.take({ cursor: at(2), hints: [toMarket('denver', 2), toMarket('elsewhere', 2)] })
  expect(sent[1]).toEqual({ cursor: at(2), hints: [toMarket('elsewhere', 2)] })
})

test('where everything is read anew nothing is left to send', () => {
  pace.take({ cursor: at(1), hints: [toMarket('denver', 1)] })
  pace.take({ cursor: at(2), hints: [toMarket('denver', 2)] })
  pace.take({ cursor: at(3), hints: null })
  expect([xacts(), pace.isKeeping('denver')]).toEqual([[[1], null], false])
  vi.advanceTimersByTime(3 * PACE_MS)
  expect(sent).toHaveLength(2)
})
