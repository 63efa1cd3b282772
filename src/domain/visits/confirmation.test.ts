import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { formatInstant, instant, localDate, parseInstant } from '../time.ts'
import { confirmBy, hasLapsed, isConfirmedByTaking, weekToConfirm } from './confirmation.ts'

const DENVER = 'America/Denver'

describe('confirming a week', () => {
  it.each([
    ['a Monday', '2026-07-13', '2026-07-12T00:00:00Z'],
    ['the Sunday of the same week', '2026-07-19', '2026-07-12T00:00:00Z'],
    ['the week of the spring change', '2026-03-08', '2026-03-01T01:00:00Z'],
    ['the week after it', '2026-03-09', '2026-03-08T01:00:00Z'],
    ['the week after the autumn change', '2026-11-02', '2026-11-01T00:00:00Z'],
  ])('%s is due on the Saturday before at 18:00 local', (_name, date, cutoff) => {
    expect(formatInstant(confirmBy(localDate(date), DENVER, DEFAULT_SETTINGS))).toBe(cutoff)
  })

  it.each([
    ['on Wednesday', '2026-07-08T12:00:00Z', '2026-07-13'],
    ['just before the cutoff', '2026-07-11T23:59:59Z', '2026-07-13'],
    ['at the cutoff', '2026-07-12T00:00:00Z', '2026-07-20'],
    ['on Sunday', '2026-07-12T12:00:00Z', '2026-07-20'],
  ])('%s crews are asked for the right week', (_name, now, from) => {
    expect(weekToConfirm(parseInstant(now), DENVER, DEFAULT_SETTINGS).from).toBe(from)
  })

  it('lapses at the cutoff, but not for who took it after', () => {
    const cutoff = parseInstant('2026-07-12T00:00:00Z')
    const visit = {
      state: 'scheduled',
      crewId: 'c',
      takenAt: null,
      date: localDate('2026-07-13'),
      zone: DENVER,
    } as const
    expect(hasLapsed(visit, instant(cutoff - 1), DEFAULT_SETTINGS)).toBe(false)
    expect(hasLapsed(visit, cutoff, DEFAULT_SETTINGS)).toBe(true)
    expect(hasLapsed({ ...visit, takenAt: instant(cutoff - 1) }, cutoff, DEFAULT_SETTINGS)).toBe(true)
    expect(hasLapsed({ ...visit, takenAt: cutoff }, cutoff, DEFAULT_SETTINGS)).toBe(false)
    expect(hasLapsed({ ...visit, state: 'confirmed' }, cutoff, DEFAULT_SETTINGS)).toBe(false)
    expect(hasLapsed({ ...visit, crewId: null }, cutoff, DEFAULT_SETTINGS)).toBe(false)
    expect(isConfirmedByTaking(visit.date, cutoff, DENVER, DEFAULT_SETTINGS)).toBe(true)
    expect(isConfirmedByTaking(visit.date, instant(cutoff - 1), DENVER, DEFAULT_SETTINGS)).toBe(false)
  })
})
