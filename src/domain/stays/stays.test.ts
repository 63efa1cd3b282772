import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type StayId, type StaySourceId, toId } from '../ids.ts'
import { addDays, DAY_MS, HOUR_MS, type Instant, instant, localDate, localTime, MINUTE_MS } from '../time.ts'
import { hearSource, type Said } from './hear.ts'
import { isOwnUid, ownUid } from './own-events.ts'
import { isOccupied, nightsOf, overlapsOf, type StayFacts } from './stay.ts'
import { type Report, type Reported, type SourceKind, truthOf } from './truth.ts'

const TODAY = localDate('2026-06-01')
const NOW = instant(Date.UTC(2026, 5, 1, 18))
const sourceId = (number: number) => toId<StaySourceId>(`00000000-0000-0000-0000-00000000000${number}`)
const AIRBNB = { id: sourceId(1), kind: 'feed' } as const
const VRBO = { id: sourceId(2), kind: 'feed' } as const
const ACCOUNT = { id: sourceId(3), kind: 'account' } as const

/** In so many days for so many nights. */
function stay(externalId: string, days: number, nights: number, more: Partial<Reported> = {}): Reported {
  const checkIn = addDays(TODAY, days)
  return {
    externalId,
    kind: 'stay',
    isGuess: false,
    state: 'booked',
    checkIn,
    checkOut: addDays(checkIn, nights),
    checkInTime: null,
    checkOutTime: null,
    guests: null,
    pets: null,
    platform: null,
    code: null,
    ...more,
  }
}

/** A place as it is told of, reading by reading. */
function openPlace() {
  let known: readonly Report[] = []
  let next = 0
  const newId = () => {
    next += 1
    return toId<StayId>(`10000000-0000-0000-0000-${String(next).padStart(12, '0')}`)
  }
  return {
    receive(
      source: { id: StaySourceId; kind: SourceKind },
      reports: readonly Reported[],
      more: Partial<Said> = {},
    ) {
      const said = { source, reports, isWhole: source.kind === 'feed', now: NOW, today: TODAY, ...more }
      const outcome = hearSource(known, said, newId)
      const kept = new Map(known.map((report) => [`${report.sourceId} ${report.externalId}`, report]))
      for (const id of outcome.dropped) kept.delete(`${source.id} ${id}`)
      for (const report of outcome.reports) kept.set(`${report.sourceId} ${report.externalId}`, report)
      known = [...kept.values()]
      return { ...outcome, what: outcome.changes.map(({ what }) => what) }
    },
    stays: (): StayFacts[] =>
      [...Map.groupBy(known, ({ stayId }) => stayId).values()].map((reports) => truthOf(reports)),
    booked(): string[] {
      const days = ({ checkIn, checkOut }: StayFacts) => `${checkIn}/${checkOut}`
      return this.stays()
        .filter(({ state }) => state === 'booked')
        .map(days)
        .sort()
    },
  }
}
const later = (ms: number): { now: Instant } => ({ now: instant(NOW + ms) })

describe('what a source says', () => {
  test('is new once, and nothing when it is said again', () => {
    const place = openPlace()
    expect(place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 8, 1)]).what).toEqual(['new', 'new'])
    const again = place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 8, 1)], later(HOUR_MS))
    expect(again).toMatchObject({ reports: [], dropped: [], changes: [], missing: 0, doubt: null })
  })

  test('moves a stay that keeps its id, and says from when to when', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2)])
    const { changes } = place.receive(AIRBNB, [stay('a', 4, 2)])
    expect(changes).toMatchObject([
      { what: 'moved', before: { checkIn: '2026-06-04' }, after: { checkIn: '2026-06-05' } },
    ])
  })

  test('moves a stay that comes back under another id with its number', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2, { code: 'HMAAAAAAAA' })])
    const outcome = place.receive(AIRBNB, [stay('b', 5, 2, { code: 'HMAAAAAAAA' })])
    expect([outcome.what, outcome.dropped, place.stays().length]).toEqual([['moved'], ['a'], 1])
  })

  test('names anew what has the same days: nothing happened', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 9, 2)])
    const outcome = place.receive(AIRBNB, [stay('c', 3, 2), stay('b', 9, 2)])
    expect([outcome.what, outcome.dropped]).toEqual([[], ['a']])
  })

  test('changes guests and kinds without moving anything', () => {
    const place = openPlace()
    place.receive(ACCOUNT, [stay('a', 3, 2, { guests: 2 })])
    expect(place.receive(ACCOUNT, [stay('a', 3, 2, { guests: 5, pets: 1 })]).what).toEqual(['changed'])
    expect(place.receive(ACCOUNT, [stay('a', 3, 2, { kind: 'owner', guests: 5, pets: 1 })]).what).toEqual([
      'changed',
    ])
  })

  test('cancelled before we heard of it is no stay', () => {
    const place = openPlace()
    expect(place.receive(ACCOUNT, [stay('a', 3, 2, { state: 'cancelled' })])).toMatchObject({
      changes: [],
      reports: [],
    })
  })

  test('of an account is about what it tells of and nothing else', () => {
    const place = openPlace()
    place.receive(ACCOUNT, [stay('a', 3, 2), stay('b', 9, 2)])
    expect(place.receive(ACCOUNT, [stay('b', 9, 2, { state: 'cancelled' })]).what).toEqual(['cancelled'])
    expect(place.receive(ACCOUNT, [stay('b', 9, 2)]).what).toEqual(['back'])
    expect(place.booked()).toHaveLength(2)
  })
})

describe('what a feed has no more', () => {
  test('is cancelled when a second reading lacks it, ten minutes later or more', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 9, 2)])
    expect(place.receive(AIRBNB, [stay('b', 9, 2)])).toMatchObject({ what: [], missing: 1 })
    expect(place.receive(AIRBNB, [stay('b', 9, 2)], later(9 * MINUTE_MS)).what).toEqual([])
    expect(place.receive(AIRBNB, [stay('b', 9, 2)], later(10 * MINUTE_MS)).what).toEqual(['cancelled'])
  })

  test('and has again was never cancelled, or comes back', () => {
    const place = openPlace()
    const both = [stay('a', 3, 2), stay('b', 9, 2)]
    place.receive(AIRBNB, both)
    place.receive(AIRBNB, [stay('b', 9, 2)])
    expect(place.receive(AIRBNB, both, later(HOUR_MS)).what).toEqual([])
    expect(place.receive(AIRBNB, [stay('b', 9, 2)], later(2 * HOUR_MS)).what).toEqual([])
    place.receive(AIRBNB, [stay('b', 9, 2)], later(3 * HOUR_MS))
    expect(place.receive(AIRBNB, both, later(4 * HOUR_MS)).what).toEqual(['back'])
  })

  test('is never cancelled by an empty one, however long it is empty', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2)])
    for (let day = 0; day < 3; day += 1)
      expect(place.receive(AIRBNB, [], later(day * DAY_MS))).toMatchObject({
        what: [],
        missing: 1,
        doubt: 'empty',
      })
    expect(place.receive(AIRBNB, [], { isConfirmed: true })).toMatchObject({
      what: ['cancelled'],
      doubt: null,
    })
  })

  test('is believed after a day where it is most of what was coming', () => {
    const place = openPlace()
    const many = [3, 8, 13, 18, 23].map((days) => stay(`s${days}`, days, 2))
    place.receive(AIRBNB, many)
    const left = many.slice(4)
    expect(place.receive(AIRBNB, left)).toMatchObject({ what: [], missing: 4, doubt: 'many_missing' })
    expect(place.receive(AIRBNB, left, later(23 * HOUR_MS)).what).toEqual([])
    expect(place.receive(AIRBNB, left, later(24 * HOUR_MS)).what).toEqual(Array(4).fill('cancelled'))
  })

  test.each([
    ['began yesterday', -1, 3],
    ['begins today', 0, 3],
    ['is over', -5, 2],
  ])('stays where it %s', (_when, days, nights) => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', days, nights), stay('b', 20, 2)])
    place.receive(AIRBNB, [stay('b', 20, 2)])
    expect(place.receive(AIRBNB, [stay('b', 20, 2)], later(DAY_MS)).what).toEqual([])
  })
})

describe('what a feed says of a stay by its name alone', () => {
  test.each(['a', 'a/2026-06-04'])('keeps %s as it was known where it could not be read', (id) => {
    const place = openPlace()
    place.receive(AIRBNB, [stay(id, 3, 2), stay('b', 9, 2)])
    for (const day of [1, 2])
      expect(
        place.receive(AIRBNB, [stay('b', 9, 2)], { ...later(day * DAY_MS), unread: ['a'] }),
      ).toMatchObject({ what: [], missing: 0 })
    expect(place.booked()).toHaveLength(2)
  })

  test('is believed at once where it is cancelled, also where it was the only one', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2)])
    expect(place.receive(AIRBNB, [stay('a', 3, 2, { state: 'cancelled' })])).toMatchObject({
      what: ['cancelled'],
      doubt: null,
    })
  })

  test('says nothing of the others: a feed of nothing but cancelled ones is as good as empty', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 9, 2)])
    const left = [stay('a', 3, 2, { state: 'cancelled' })]
    expect(place.receive(AIRBNB, left).what).toEqual(['cancelled'])
    expect(place.receive(AIRBNB, left, later(DAY_MS))).toMatchObject({ what: [], doubt: 'empty' })
  })
})

describe('a stay that moves and is called otherwise, as platforms do whose names are made of days', () => {
  test.each<[string, number, number]>([
    ['is longer', 3, 5],
    ['is shorter', 3, 1],
    ['begins later', 4, 2],
  ])('%s, and stays the one that it was', (_how, days, nights) => {
    const place = openPlace()
    place.receive(VRBO, [stay('a', 3, 3), stay('b', 10, 2)])
    const outcome = place.receive(VRBO, [stay(`a-${days}-${nights}`, days, nights), stay('b', 10, 2)])
    expect(outcome).toMatchObject({ what: ['moved'], dropped: ['a'], missing: 0 })
    expect(place.stays()).toHaveLength(2)
  })

  test('also where its guests are there already', () => {
    const place = openPlace()
    place.receive(VRBO, [stay('a', -1, 3)])
    expect(place.receive(VRBO, [stay('a longer', -1, 5)]).what).toEqual(['moved'])
  })

  test.each<[string, readonly Reported[]]>([
    ['shares no night with it', [stay('new', 6, 3)]],
    ['has another number', [stay('new', 3, 4, { code: 'HM2' })]],
    ['is closed days', [stay('new', 3, 4, { kind: 'block' })]],
    ['is one of two', [stay('new', 3, 1), stay('newer', 4, 2)]],
  ])('and is another where what came %s', (_what, came) => {
    const place = openPlace()
    place.receive(VRBO, [stay('a', 3, 3, { code: 'HM1' })])
    expect(place.receive(VRBO, came)).toMatchObject({ what: came.map(() => 'new'), missing: 1 })
  })

  test('and waits for the account where an account tells of it', () => {
    const place = openPlace()
    place.receive(ACCOUNT, [stay('r', 3, 3)])
    place.receive(VRBO, [stay('a', 3, 3)])
    expect(place.receive(VRBO, [stay('longer', 3, 5)])).toMatchObject({ what: ['new'], missing: 1 })
  })
})

test('a feed that is taken away with its stays takes those along that have begun, and none that are over', () => {
  const place = openPlace()
  place.receive(AIRBNB, [
    stay('gone', -5, 2),
    stay('leaves', -2, 2),
    stay('there', -1, 3),
    stay('comes', 4, 2),
  ])
  expect(place.receive(AIRBNB, [], { isEnding: true }).what).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(place.booked()).toEqual(['2026-05-27/2026-05-29'])
})

describe('two sources of one place', () => {
  test.each<[string, Partial<Reported>, Partial<Reported>, number]>([
    ['the same number', { code: 'HM1', platform: 'airbnb' }, { code: 'HM1', platform: 'airbnb' }, 1],
    ['other numbers', { code: 'HM1' }, { code: 'HM2' }, 2],
    ['the same days only', { platform: 'airbnb' }, {}, 1],
    ['two platforms, each with a guest', { platform: 'airbnb' }, { platform: 'vrbo' }, 2],
    ['a platform that does not tell', { platform: 'airbnb' }, { platform: 'booking', isGuess: true }, 1],
    ['a stay and the block it left elsewhere', { platform: 'airbnb' }, { kind: 'block' }, 2],
    ['a stay of guests and one of the owner', {}, { kind: 'owner' }, 1],
  ])('tell of one or two by %s', (_what, first, second, count) => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2, first)])
    place.receive(VRBO, [stay('b', 3, 2, second)])
    expect(place.stays()).toHaveLength(count)
  })

  test('one is the same by API and by feed, and cancelled when the account says so, whatever the feed still shows', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2, { platform: 'airbnb' })])
    expect(place.receive(ACCOUNT, [stay('r', 3, 2, { platform: 'airbnb', guests: 4 })]).what).toEqual([
      'changed',
    ])
    expect(
      place.receive(ACCOUNT, [stay('r', 3, 2, { platform: 'airbnb', guests: 4, state: 'cancelled' })]).what,
    ).toEqual(['cancelled'])
    expect(place.receive(AIRBNB, [stay('a', 3, 2, { platform: 'airbnb' })], later(HOUR_MS)).what).toEqual([])
  })

  test('what a feed lacks stays while an account has it', () => {
    const place = openPlace()
    place.receive(AIRBNB, [stay('a', 3, 2), stay('b', 9, 2)])
    place.receive(ACCOUNT, [stay('r', 3, 2)])
    place.receive(AIRBNB, [stay('b', 9, 2)])
    expect(place.receive(AIRBNB, [stay('b', 9, 2)], later(HOUR_MS)).what).toEqual([])
    expect(place.booked()).toHaveLength(2)
  })

  test('a move told by both is one move, whoever tells first', () => {
    const first = openPlace()
    first.receive(ACCOUNT, [stay('r', 3, 2)])
    first.receive(AIRBNB, [stay('a', 3, 2)])
    expect(first.receive(ACCOUNT, [stay('r', 5, 2)]).what).toEqual(['moved'])
    expect(first.receive(AIRBNB, [stay('b', 5, 2)], later(HOUR_MS)).what).toEqual([])
    expect(first.booked()).toEqual(['2026-06-06/2026-06-08'])

    const second = openPlace()
    second.receive(ACCOUNT, [stay('r', 3, 2)])
    second.receive(AIRBNB, [stay('a', 3, 2)])
    second.receive(AIRBNB, [stay('b', 5, 2)])
    expect(second.receive(ACCOUNT, [stay('r', 5, 2)], later(MINUTE_MS)).what.sort()).toEqual([
      'cancelled',
      'moved',
    ])
    expect(second.booked()).toEqual(['2026-06-06/2026-06-08'])
    expect(second.receive(AIRBNB, [stay('b', 5, 2)], later(HOUR_MS)).what).toEqual([])
  })

  test('two stays of the same feed with the same days are two', () => {
    const place = openPlace()
    place.receive(VRBO, [stay('a', 3, 2), stay('b', 3, 2)])
    expect(overlapsOf(place.stays())).toHaveLength(1)
  })
})

describe('overlaps', () => {
  test.each([
    ['one night in common', [stay('a', 1, 3), stay('b', 3, 3)], 1],
    ['one after another on a day', [stay('a', 1, 2), stay('b', 3, 3)], 0],
    ['one within another', [stay('a', 1, 9), stay('b', 3, 2)], 1],
    ['a block', [stay('a', 1, 9), stay('b', 3, 2, { kind: 'block' })], 0],
    ['a cancelled one', [stay('a', 1, 9), stay('b', 3, 2, { state: 'cancelled' })], 0],
    ['three at once', [stay('a', 1, 9), stay('b', 2, 9), stay('c', 3, 9)], 3],
  ])('%s', (_name, stays, count) => expect(overlapsOf(stays)).toHaveLength(count))

  it('are all pairs that share a night, and no other', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 9 })), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(any, (days) => {
        const stays = days.map(([from, nights], index) => stay(`${index}`, from, nights))
        const nightsIn = ({ checkIn, checkOut }: Reported) =>
          Array.from({ length: nightsOf({ checkIn, checkOut }) }, (_, night) => addDays(checkIn, night))
        const pairs = stays.flatMap((a, at) =>
          stays.slice(at + 1).filter((b) => nightsIn(a).some((night) => nightsIn(b).includes(night))),
        )
        expect(overlapsOf(stays)).toHaveLength(pairs.length)
      }),
    )
  })
})

it('whatever a feed says, what is booked afterwards is what it says, and saying it again changes nothing', () => {
  const event = fc.record({ id: fc.integer({ min: 0, max: 8 }), days: fc.integer({ min: 1, max: 40 }) })
  const reading = fc.uniqueArray(event, { minLength: 1, maxLength: 6, selector: ({ id }) => id })
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 6 }), (readings) => {
      const place = openPlace()
      const at = (step: number) => later(step * 2 * DAY_MS)
      for (const [step, events] of readings.entries()) {
        const said = events.map(({ id, days }) => stay(`e${id}`, days, 1))
        place.receive(AIRBNB, said, at(step))
        place.receive(AIRBNB, said, { now: instant(at(step).now + DAY_MS) })
        expect(
          place.receive(AIRBNB, said, { now: instant(at(step).now + DAY_MS + HOUR_MS) }).changes,
        ).toEqual([])
        expect(place.booked()).toEqual(said.map(({ checkIn, checkOut }) => `${checkIn}/${checkOut}`).sort())
      }
    }),
  )
})

it('what two sources say holds whatever order their words come in', () => {
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(days, days, (feed, account) => {
      const [one, other] = [openPlace(), openPlace()]
      const byFeed = feed.map((day) => stay(`f${day}`, day, 1))
      const byAccount = account.map((day) => stay(`r${day}`, day, 1))
      one.receive(AIRBNB, byFeed)
      one.receive(ACCOUNT, byAccount)
      other.receive(ACCOUNT, byAccount)
      other.receive(AIRBNB, byFeed)
      expect(one.booked()).toEqual(other.booked())
      expect(one.booked()).toHaveLength(new Set([...feed, ...account]).size)
    }),
  )
})

test('our own events are known again, also inside of what others made of them', () => {
  expect(isOwnUid(ownUid('7'))).toBe(true)
  expect(isOwnUid(`abc-${ownUid('7').toUpperCase()}-imported`)).toBe(true)
  expect(isOwnUid('1418fb94e984-7@airbnb.com')).toBe(false)
})

test('times are told with the days, and an end is not a beginning', () => {
  const place = openPlace()
  place.receive(ACCOUNT, [stay('a', 3, 2, { checkOutTime: localTime('10:00') })])
  const { what } = place.receive(ACCOUNT, [stay('a', 3, 2, { checkOutTime: localTime('12:00') })])
  expect([what, place.stays().map(isOccupied)]).toEqual([['moved'], [true]])
})

it('thousands of events cost what their number asks, not its square', () => {
  const place = openPlace()
  const many = Array.from({ length: 6_000 }, (_, at) => stay(`e${at}`, 3 + (at % 300), 2))
  const before = performance.now()
  expect(place.receive(AIRBNB, many).what).toHaveLength(6_000)
  const moved = many.map((each) => ({ ...each, checkOut: addDays(each.checkOut, 1) }))
  expect(new Set(place.receive(AIRBNB, moved, later(HOUR_MS)).what)).toEqual(new Set(['moved']))
  expect(performance.now() - before).toBeLessThan(4_000)
})
