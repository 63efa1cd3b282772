import { describe, expect, it } from 'vitest'
import { settingsBook } from '../settings/book.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import { formatInstant, parseInstant, type Weekday } from '../time.ts'
import { dueBillingRun, nextBillingRun } from './period.ts'

const DENVER = 'America/Denver'
const DEFAULTS = settingsBook([]).timeline(null)
const run = (now: string, zone = DENVER) => dueBillingRun(parseInstant(now), zone, DEFAULTS)

describe('the run that is due', () => {
  it.each([
    ['Monday 06:00', '2026-07-06T12:00:00Z', '2026-06-29', '2026-07-05'],
    ['a moment before', '2026-07-06T11:59:59Z', '2026-06-22', '2026-06-28'],
    ['the Sunday after', '2026-07-13T05:59:00Z', '2026-06-29', '2026-07-05'],
    ['over the end of a year', '2027-01-04T13:00:00Z', '2026-12-28', '2027-01-03'],
  ])('on %s bills the week before', (_name, now, from, to) => {
    expect(run(now)).toMatchObject({ from, to, periodKey: from })
  })

  it('is at 06:00 local on both sides of a change of the clock', () => {
    expect(formatInstant(run('2026-03-09T12:00:00Z').runsAt)).toBe('2026-03-09T12:00:00Z')
    expect(formatInstant(run('2026-11-02T13:00:00Z').runsAt)).toBe('2026-11-02T13:00:00Z')
  })

  it('field 3: is each zone’s own', () => {
    expect(run('2026-07-06T10:30:00Z', 'America/New_York').to).toBe('2026-07-05')
    expect(run('2026-07-06T10:30:00Z', DENVER).to).toBe('2026-06-28')
  })

  it('bills whole weeks also where the operator moved it to another weekday', () => {
    const settings = [{ ...DEFAULTS[0]!, settings: { ...DEFAULT_SETTINGS, billingWeekday: 3 as Weekday } }]
    expect(dueBillingRun(parseInstant('2026-07-09T00:00:00Z'), DENVER, settings)).toMatchObject({
      from: '2026-06-29',
      to: '2026-07-05',
    })
  })

  it('is followed by one a week later', () => {
    const next = nextBillingRun(parseInstant('2026-07-06T12:00:00Z'), DENVER, DEFAULTS)
    expect(next).toMatchObject({ from: '2026-07-06', to: '2026-07-12' })
  })
})
