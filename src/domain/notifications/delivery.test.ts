import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, type Instant, instantAt, localDate, localTime, parseInstant } from '../time.ts'
import { deliverAt, type Listener } from './delivery.ts'
import { NOTIFICATION_EVENTS, type NotificationEvent } from './events.ts'
import { eventsFor, isChannelOn, type Preference } from './preferences.ts'
import { DEFAULT_QUIET_HOURS, quietUntil } from './quiet.ts'
import { CHANNELS, EVENT_RULES } from './rules.ts'

const DENVER = 'America/Denver'
const at = (text: string) => parseInstant(text)
const local = (date: string, time: string, zone = DENVER) => instantAt(localDate(date), localTime(time), zone)

describe('quiet hours', () => {
  const night = DEFAULT_QUIET_HOURS
  const siesta = { ...night, from: localTime('13:00'), until: localTime('15:00') }

  test.each([
    ['before they begin', night, local('2026-03-03', '20:59'), null],
    ['as they begin', night, local('2026-03-03', '21:00'), local('2026-03-04', '07:00')],
    ['after midnight', night, local('2026-03-04', '06:59'), local('2026-03-04', '07:00')],
    ['as they end', night, local('2026-03-04', '07:00'), null],
    ['within one day', siesta, local('2026-03-03', '14:00'), local('2026-03-03', '15:00')],
    ['after those within one day', siesta, local('2026-03-03', '15:00'), null],
    ['switched off', { ...night, isOn: false }, local('2026-03-03', '23:00'), null],
  ])('%s', (_name, quiet, now, ends) => {
    expect(quietUntil(now, quiet, DENVER)).toBe(ends)
  })

  test.each([
    ['spring forward', '2026-03-08', '2026-03-08T03:59:00Z', '2026-03-08T13:00:00Z', 9],
    ['fall back', '2026-11-01', '2026-11-01T02:59:00Z', '2026-11-01T14:00:00Z', 11],
  ])(
    '%s: the night ends at seven on the wall and is an hour shorter or longer',
    (_name, date, before, ends, hours) => {
      expect(quietUntil(at(before), night, DENVER)).toBeNull()
      const starts = (at(before) + 60_000) as Instant
      expect(quietUntil(starts, night, DENVER)).toBe(at(ends))
      expect((at(ends) - starts) / 3_600_000).toBe(hours)
      expect(local(date, '07:00')).toBe(at(ends))
    },
  )

  test('an end in the hour that does not exist is the moment when the clocks have moved', () => {
    const quiet = { ...night, until: localTime('02:30') }
    expect(quietUntil(local('2026-03-08', '01:30'), quiet, DENVER)).toBe(at('2026-03-08T09:30:00Z'))
  })

  test('the end is never itself quiet, and every moment up to it ends there', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => localTime(`${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`))
    const around = (text: string) =>
      fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }).map((ms) => (at(text) + ms) as Instant)
    const moment = fc.oneof(around('2026-03-08T09:00:00Z'), around('2026-11-01T08:00:00Z'))
    const zone = fc.constantFrom(DENVER, 'America/Phoenix', 'America/New_York', 'Australia/Lord_Howe')
    fc.assert(
      fc.property(time, time, moment, zone, fc.nat(DAY_MS), (from, until, now, where, later) => {
        fc.pre(from !== until)
        const quiet = { isOn: true, from, until, holdsMail: true }
        const ends = quietUntil(now, quiet, where)
        if (ends === null) return
        expect(ends).toBeGreaterThan(now)
        expect(ends - now).toBeLessThanOrEqual(2 * DAY_MS)
        expect(quietUntil(ends, quiet, where)).toBeNull()
        const between = (now + (later % (ends - now))) as Instant
        expect(quietUntil(between, quiet, where)).toBe(ends)
      }),
      { numRuns: 500 },
    )
  })
})

describe('what is notified when', () => {
  const listener: Listener = { preferences: [], quiet: DEFAULT_QUIET_HOURS, zone: DENVER }
  const night = local('2026-03-03', '23:00')
  const morning = local('2026-03-04', '07:00')
  const notice = { event: 'offer', isUrgent: false, until: null } as const

  test('at night a device waits, a mail waits only where the person wants it, the list does not', () => {
    expect(deliverAt(notice, 'push', listener, night)).toBe(morning)
    expect(deliverAt(notice, 'mail', listener, night)).toBe(night)
    const holdsMail = { ...listener, quiet: { ...DEFAULT_QUIET_HOURS, holdsMail: true } }
    expect(deliverAt(notice, 'mail', holdsMail, night)).toBe(morning)
    expect(deliverAt(notice, 'in_app', holdsMail, night)).toBe(night)
  })

  test('what is urgent passes, by its kind or by its occasion', () => {
    expect(deliverAt({ ...notice, isUrgent: true }, 'push', listener, night)).toBe(night)
    expect(deliverAt({ ...notice, event: 'cannot_access' }, 'push', listener, night)).toBe(night)
  })

  test('what will have expired by then is silent', () => {
    const until = (night + 600_000) as Instant
    expect(deliverAt({ ...notice, until }, 'push', listener, night)).toBeNull()
    expect(deliverAt({ ...notice, until }, 'mail', listener, night)).toBe(night)
    expect(deliverAt({ ...notice, until: night }, 'mail', listener, (night + 1) as Instant)).toBeNull()
  })

  test('nobody is sent a text message who has not asked for it', () => {
    for (const event of NOTIFICATION_EVENTS)
      expect(deliverAt({ ...notice, event }, 'sms', listener, night)).toBeNull()
  })

  test('the mail of money can be neither switched off nor held', () => {
    const preferences = NOTIFICATION_EVENTS.flatMap((event) =>
      CHANNELS.map((channel) => ({ event, channel, isOn: false })),
    )
    const all = { preferences, quiet: { ...DEFAULT_QUIET_HOURS, holdsMail: true }, zone: DENVER }
    const notified = NOTIFICATION_EVENTS.filter(
      (event) => deliverAt({ ...notice, event }, 'mail', all, night) === night,
    )
    expect(notified).toEqual(['payment', 'payout'])
    expect(
      NOTIFICATION_EVENTS.filter((event) => deliverAt({ ...notice, event }, 'push', all, night)),
    ).toEqual([])
  })
})

describe('preferences', () => {
  const channelsFor = (event: NotificationEvent, said: readonly Preference[]) =>
    CHANNELS.filter((channel) => isChannelOn(event, channel, said))

  test('hold the defaults until something else is said, for that event and channel alone', () => {
    expect(channelsFor('offer', [])).toEqual(['in_app', 'mail', 'push'])
    expect(channelsFor('visit_reminder', [])).toEqual(['in_app', 'push'])
    const preferences = [{ event: 'offer', channel: 'mail', isOn: false }] as const
    expect(channelsFor('offer', preferences)).toEqual(['in_app', 'push'])
    expect(channelsFor('message', preferences)).toEqual(['in_app', 'mail', 'push'])
    expect(isChannelOn('offer', 'sms', [{ event: 'offer', channel: 'sms', isOn: true }])).toBe(true)
  })

  test('list for each reader only what that reader can be notified of', () => {
    expect(eventsFor('Customer')).not.toContain('offer')
    expect(eventsFor('Crew')).not.toContain('visit_done')
    const unread = NOTIFICATION_EVENTS.filter((event) => EVENT_RULES[event].readers.length === 0)
    expect(unread).toEqual(['daily_digest', 'test_notice'])
  })
})
