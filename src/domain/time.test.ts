import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  DAY_MS,
  dateAt,
  daysBetween,
  formatInstant,
  HOUR_MS,
  instant,
  instantAt,
  isLocalDate,
  isLocalTime,
  isTimeZone,
  localDate,
  localTime,
  minutesOfDay,
  mondayOf,
  parseInstant,
  timeAt,
  weekdayOf,
  yearOf,
} from './time.ts'

const DENVER = 'America/Denver'
const anyDate = fc.integer({ min: -10_000, max: 40_000 }).map((day) => addDays(localDate('1970-01-01'), day))
const utc = (date: string, time: string, zone = DENVER) =>
  formatInstant(instantAt(localDate(date), localTime(time), zone))

describe('a calendar day', () => {
  it.each([
    ['2026-03-08', true],
    ['2028-02-29', true],
    ['2000-02-29', true],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['1899-12-31', false],
    ['3000-01-01', false],
    ['0026-03-08', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026-4-1', false],
    ['2026-04-01T00:00', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isLocalDate(text)).toBe(expected)
  })

  it('that is none throws', () => {
    expect(() => localDate('2026-02-30')).toThrow(RangeError)
  })

  it.each([
    ['2026-03-02', 1],
    ['2026-03-08', 7],
    ['1970-01-01', 4],
    ['1969-12-28', 7],
    ['2028-02-29', 2],
    ['2027-01-01', 5],
  ])('%s is ISO weekday %i', (date, weekday) => {
    expect(weekdayOf(localDate(date))).toBe(weekday)
  })

  it.each([
    ['2026-03-02', '2026-03-02'],
    ['2026-03-08', '2026-03-02'],
    ['2027-01-03', '2026-12-28'],
    ['2028-03-01', '2028-02-28'],
  ])('%s belongs to the week of Monday %s', (date, monday) => {
    expect(mondayOf(localDate(date))).toBe(monday)
  })

  it('agrees with the calendar of the platform over a century and a half', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -4_000, max: 4_000 }), (date, days) => {
        const plain = Temporal.PlainDate.from(date)
        expect(addDays(date, days)).toBe(plain.add({ days }).toString())
        expect(daysBetween(date, addDays(date, days)) + 0).toBe(days + 0)
        expect(weekdayOf(date)).toBe(plain.dayOfWeek)
        expect(addMonths(date, days)).toBe(plain.add({ months: days }).toString())
        expect(yearOf(date)).toBe(plain.year)
      }),
    )
  })

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(localDate(date), months)).toBe(expected)
  })
})

describe('a time of day', () => {
  it.each([
    ['00:00', 0],
    ['07:05', 425],
    ['23:59', 1_439],
    ['24:00', 1_440],
  ])('%s is minute %i', (time, minutes) => {
    expect(minutesOfDay(localTime(time))).toBe(minutes)
  })

  it.each(['24:01', '25:00', '7:00', '07:60', '07:00:00', ''])('%j is none', (text) => {
    expect(isLocalTime(text)).toBe(false)
    expect(() => localTime(text)).toThrow(RangeError)
  })
})

describe('an instant of a wall clock', () => {
  it.each([
    ['the skipped hour of 2026 moves forward', '2026-03-08', '02:30', '2026-03-08T09:30:00Z'],
    ['the skipped hour of 2027 moves forward', '2027-03-14', '02:30', '2027-03-14T09:30:00Z'],
    ['the doubled hour of 2026 is its first pass', '2026-11-01', '01:30', '2026-11-01T07:30:00Z'],
    ['the doubled hour of 2027 is its first pass', '2027-11-07', '01:30', '2027-11-07T07:30:00Z'],
    ['a winter morning', '2026-03-02', '07:00', '2026-03-02T14:00:00Z'],
    ['a summer morning', '2026-03-09', '07:00', '2026-03-09T13:00:00Z'],
    ['the end of the short day is the next midnight', '2026-03-08', '24:00', '2026-03-09T06:00:00Z'],
    ['the end of the long day is the next midnight', '2026-11-01', '24:00', '2026-11-02T07:00:00Z'],
    ['the end of the year', '2026-12-31', '24:00', '2027-01-01T07:00:00Z'],
  ])('field 2: %s', (_name, date, time, expected) => {
    expect(utc(date, time)).toBe(expected)
  })

  it('Phoenix does not change its clock', () => {
    expect(utc('2026-07-01', '07:00', 'America/Phoenix').slice(11)).toBe('14:00:00Z')
    expect(utc('2026-12-01', '07:00', 'America/Phoenix').slice(11)).toBe('14:00:00Z')
  })

  it('field 5: a zone is not its offset of July', () => {
    expect(utc('2026-12-01', '16:00', DENVER)).toBe('2026-12-01T23:00:00Z')
    expect(utc('2026-07-01', '16:00', DENVER)).toBe('2026-07-01T22:00:00Z')
  })

  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2027-03-14', 23],
    ['2027-11-07', 25],
    ['2026-07-06', 24],
  ])('%s lasts %i hours in Denver', (date, hours) => {
    const day = localDate(date)
    const length = instantAt(day, localTime('24:00'), DENVER) - instantAt(day, localTime('00:00'), DENVER)
    expect(length).toBe(hours * HOUR_MS)
  })

  it('field 3: shows its own local day and time', () => {
    const evening = parseInstant('2026-07-07T01:00:00Z')
    expect([dateAt(evening, DENVER), timeAt(evening, DENVER)]).toEqual(['2026-07-06', '19:00'])
    expect(dateAt(evening, 'UTC')).toBe('2026-07-07')
  })

  it('reads back as the same wall clock wherever the hour exists', () => {
    const zones = fc.constantFrom(DENVER, 'America/Phoenix', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), zones, (at, zone) => {
        const minute = instant(at - (at % 60_000))
        const back = instantAt(dateAt(minute, zone), timeAt(minute, zone), zone)
        // The second pass of a doubled hour reads back as its first.
        expect([0, HOUR_MS, HOUR_MS / 2]).toContain(minute - back)
        expect(timeAt(back, zone)).toBe(timeAt(minute, zone))
      }),
    )
  })

  it('is written and read as text', () => {
    expect(formatInstant(parseInstant('2026-03-08T02:30:00-07:00'))).toBe('2026-03-08T09:30:00Z')
    expect(() => parseInstant('2026-03-08')).toThrow(RangeError)
    expect(formatInstant(instant(DAY_MS))).toBe('1970-01-02T00:00:00Z')
  })
})

describe('a time zone', () => {
  it.each([
    [DENVER, true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%j is known: %s', (zone, expected) => {
    expect(isTimeZone(zone)).toBe(expected)
  })

  it.each(['+0200', '-06:00', 'Z'])('field 5: the offset %s is none', (zone) => {
    expect(isTimeZone(zone)).toBe(false)
  })
})
