import { describe, expect, it } from 'vitest'
import { type Instant, instant, localDate, parseInstant } from '../time.ts'
import { type SettingRow, settingsBook, settingsOn } from './book.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const SPRING = parseInstant('2026-03-01T07:00:00Z')
const SUMMER = parseInstant('2026-06-01T06:00:00Z')

let lastId = 0
function row(change: Partial<SettingRow>): SettingRow {
  lastId += 1
  return { id: lastId, marketId: null, key: 'offerMinutes', value: 20, inForceFrom: SPRING, ...change }
}

function minutes(rows: SettingRow[], marketId: string | null, at: Instant): number {
  return settingsBook(rows).at(marketId, at).offerMinutes
}

describe('the settings of a market at an instant', () => {
  it('are the defaults where nothing was written', () => {
    expect(settingsBook([]).at('denver', SPRING)).toEqual(DEFAULT_SETTINGS)
  })

  it('hold from their instant on, not a millisecond before', () => {
    const rows = [row({ value: 20 }), row({ value: 30, inForceFrom: SUMMER })]
    expect(minutes(rows, 'denver', instant(SPRING - 1))).toBe(10)
    expect(minutes(rows, 'denver', SPRING)).toBe(20)
    expect(minutes(rows, 'denver', instant(SUMMER - 1))).toBe(20)
    expect(minutes(rows, 'denver', SUMMER)).toBe(30)
  })

  it('are a market’s own before those of all, whichever is newer', () => {
    const rows = [
      row({ marketId: 'denver', value: 15 }),
      row({ value: 20 }),
      row({ value: 25, inForceFrom: SUMMER }),
    ]
    expect(['denver', 'boise', null].map((market) => minutes(rows, market, SUMMER))).toEqual([15, 25, 25])
  })

  it('fall back to those of all, and to the default, where a value was cleared', () => {
    const own = [
      row({ marketId: 'denver', value: 15 }),
      row({ marketId: 'denver', value: null, inForceFrom: SUMMER }),
    ]
    expect(minutes(own, 'denver', SUMMER)).toBe(10)
    expect(minutes([...own, row({ value: 20 })], 'denver', SUMMER)).toBe(20)
  })

  it('are what was written last for the same instant, in whatever order the rows come', () => {
    const rows = [row({ value: 20 }), row({ value: 21 })]
    expect(minutes(rows, 'denver', SPRING)).toBe(21)
    expect(minutes(rows.toReversed(), 'denver', SPRING)).toBe(21)
  })

  it('never are a value that its rule does not admit, nor an unknown key', () => {
    const rows = [row({ value: 20 }), row({ value: 100_000 }), row({ key: 'gone', value: 1 })]
    expect(minutes(rows, 'denver', SPRING)).toBe(20)
    expect(settingsBook(rows).at('denver', SPRING)).not.toHaveProperty('gone')
  })
})

it('a visit follows what held when its day began at its place', () => {
  const rows = [row({ inForceFrom: parseInstant('2026-03-10T06:00:00Z') })]
  const timeline = settingsBook(rows).timeline('denver')
  const on = (date: string) => settingsOn(timeline, localDate(date), 'America/Denver').offerMinutes
  expect([on('2026-03-09'), on('2026-03-10'), on('2026-03-11')]).toEqual([10, 20, 20])
  expect(settingsOn(timeline, localDate('2026-03-10'), 'America/New_York').offerMinutes).toBe(10)
})
