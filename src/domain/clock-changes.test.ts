import { expect, test } from 'vitest'
import { clockChangesIn, formatInstant, offsetMinutesAt, parseInstant } from './time.ts'

test.each([
  ['America/Denver', 2026, ['2026-03-08T09:00:00Z', '2026-11-01T08:00:00Z'], [-420, -360, -420]],
  ['America/Phoenix', 2026, [], [-420]],
  ['Asia/Kolkata', 2026, [], [330]],
  ['UTC', 2026, [], [0]],
  // The southern summer ends first; Lord Howe moves by half an hour.
  ['Australia/Lord_Howe', 2026, ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'], [660, 630, 660]],
  ['America/Denver', 1960, [], [-420]],
] as const)('the clocks of %s in %i change at %j', (zone, year, moments, offsets) => {
  const changes = clockChangesIn(year, zone)
  expect(changes.map(({ at }) => formatInstant(at).replace('.000Z', 'Z'))).toEqual(moments)
  const first = offsetMinutesAt(parseInstant(`${year}-01-02T12:00:00Z`), zone)
  expect([first, ...changes.map(({ offsetMinutesAfter }) => offsetMinutesAfter)]).toEqual(offsets)
})

test('each change begins where the one before ended', () => {
  for (let year = 1970; year < 2030; year++) {
    const changes = clockChangesIn(year, 'America/Denver')
    for (const { at, offsetMinutesBefore, offsetMinutesAfter } of changes) {
      expect(offsetMinutesBefore).not.toBe(offsetMinutesAfter)
      expect(formatInstant(at).startsWith(String(year))).toBe(true)
    }
  }
})
