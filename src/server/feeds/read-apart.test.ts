/** A calendar is read beside everything else: one that is made to be slow keeps nobody waiting, and ends by itself. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { localDate } from '#domain/time.ts'
import { Threads } from '../threads/ask-threads.ts'
import { type CalendarQuestion, createCalendarReader } from './read-apart.ts'
import { type ReadCalendar, readCalendar } from './read-calendar.ts'

const PLACE = { platform: 'other', zone: 'America/Denver', today: localDate('2026-03-02') } as const

function calendarOf(events: readonly string[]): Buffer {
  return Buffer.from(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`)
}
const event = (at: number, ...lines: readonly string[]) =>
  [
    'BEGIN:VEVENT',
    `UID:${at}`,
    ...(lines.some((line) => line.startsWith('SUMMARY')) ? [] : ['SUMMARY:Reserved']),
    ...lines,
    'END:VEVENT',
    '',
  ].join('\r\n')
const MARCH = event(0, 'DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260313')
/** As much as may be sent, of rules that have to be gone through one by one. */
const SLOW = calendarOf(
  Array.from({ length: 9_000 }, (_, at) =>
    event(
      at,
      'DTSTART;TZID=America/New_York:20200101T150000',
      'DURATION:PT20H',
      `RRULE:FREQ=DAILY;INTERVAL=${1 + (at % 6)};BYDAY=MO,TH`,
    ),
  ),
)
const start = fc.constantFrom('20250205', '20240229', '20260101', '19991231', '00010101')
const failing = (act: string) => new URL(`data:text/javascript,${encodeURIComponent(act)}`)

it('says of a calendar what its reader says', async () => {
  const read = createCalendarReader()
  const file = calendarOf([MARCH])
  expect(await read(file, PLACE)).toEqual(readCalendar(file, PLACE))
  expect(await read(Buffer.from('<html>'), PLACE)).toEqual(readCalendar(Buffer.from('<html>'), PLACE))
})

it('the file may be a part of a larger buffer, and stays with whoever has it', async () => {
  const read = createCalendarReader()
  const file = calendarOf([MARCH])
  const part = Buffer.concat([Buffer.from('before'), file]).subarray(6)
  expect(await read(part, PLACE)).toEqual(readCalendar(file, PLACE))
  expect(part.toString()).toBe(file.toString())
})

it('nobody waits for a calendar that takes long', async () => {
  const read = createCalendarReader()
  await read(calendarOf([MARCH]), PLACE)
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  const startedAt = performance.now()
  const found = await read(SLOW, PLACE)
  const took = performance.now() - startedAt
  clearInterval(timer)
  expect(found).toEqual(readCalendar(SLOW, PLACE))
  // A tenth of what a free loop would count: other work is on this machine, too.
  expect(ticks).toBeGreaterThan(took / 50)
})

it('a calendar that never ends holds too much', async () => {
  const endless = createCalendarReader({
    script: failing(
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;) {} })`,
    ),
    longestMs: 500,
  })
  expect(await endless(calendarOf([MARCH]), PLACE)).toEqual({ fault: 'too_many_events' })
})

it.each([
  'FREQ=DAILY;INTERVAL=7;BYDAY=MO',
  'FREQ=DAILY;INTERVAL=14;BYDAY=TU;COUNT=3',
  'FREQ=DAILY;INTERVAL=364;BYDAY=TU;UNTIL=20270101',
  'FREQ=DAILY;BYDAY=5MO',
  'FREQ=DAILY;BYDAY=-1MO',
  'FREQ=DAILY;BYMONTHDAY=-28;BYDAY=MO',
  'FREQ=DAILY;BYMONTHDAY=0',
  'FREQ=DAILY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO',
  'FREQ=MONTHLY;INTERVAL=12;BYDAY=-5MO',
  'FREQ=WEEKLY;BYDAY=2MO',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=1;BYDAY=2MO',
])('a rule that is never true is not waited for: %s', async (rule) => {
  const read = createCalendarReader({ longestMs: 4_000 })
  const lines = ['DTSTART;VALUE=DATE:20250205', 'DURATION:P1D', `RRULE:${rule}`]
  const many = Array.from({ length: 50 }, (_, at) => event(at + 1, ...lines))
  expect(await read(calendarOf([MARCH, ...many]), PLACE)).toMatchObject({
    reports: [{ checkIn: '2026-03-10' }],
    ignored: { repeats: 50 },
  })
})

it.each([
  ['a summary of blanks', `SUMMARY:Reserved:${' '.repeat(300_000)}`],
  ['a summary that says owner on and on', `SUMMARY:Reserved - owner${' '.repeat(300_000)}x`],
  ['a description without end', `SUMMARY:Reserved\r\nDESCRIPTION:${'guests: '.repeat(60_000)}`],
])('%s is not gone through again and again', async (_, words) => {
  const read = createCalendarReader({ longestMs: 4_000 })
  const days = ['DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260313']
  expect(await read(calendarOf([event(1, ...days, words)]), PLACE)).toMatchObject({
    reports: [{ checkIn: '2026-03-10' }],
  })
})

it('whatever rule is followed, its reading ends', async () => {
  const script = new URL('./run-calendar-thread.ts', import.meta.url)
  const threads = new Threads<CalendarQuestion, ReadCalendar>({ count: 1, script, longestMs: 10_000 })
  const some = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: 1, maxLength: 3 })
  const part = (name: string, values: fc.Arbitrary<readonly unknown[]>) =>
    fc.option(
      values.map((all) => `;${name}=${all.join()}`),
      { nil: '' },
    )
  const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
  const ordinals = ['', '', '0', '1', '2', '4', '5', '6', '53', '-1', '-5', '-53']
  const rule = fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      fc.oneof(fc.constant(1), fc.integer({ min: -1, max: 400 })),
      part('BYDAY', some(weekdays.flatMap((day) => ordinals.map((ordinal) => `${ordinal}${day}`)))),
      part('BYMONTHDAY', some([-31, -29, -28, -1, 0, 1, 13, 28, 29, 30, 31])),
      part('BYMONTH', some([1, 2, 4, 12])),
      fc.constantFrom('', ';COUNT=1', ';COUNT=40', ';UNTIL=20270101'),
    )
    .map(([freq, interval, ...parts]) => `FREQ=${freq};INTERVAL=${interval}${parts.join('')}`)
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { minLength: 12, maxLength: 12 }), start, async (rules, day) => {
      const events = rules.map((each, at) =>
        event(at, `DTSTART;VALUE=DATE:${day}`, 'DURATION:P1D', `RRULE:${each}`),
      )
      await expect(threads.ask({ body: calendarOf(events), place: PLACE })).resolves.toBeTypeOf('object')
    }),
    { numRuns: 80 },
  )
  await threads.close()
}, 60_000)

it('a fault of ours is no fault of the calendar', async () => {
  const broken = createCalendarReader({
    script: failing(
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => parentPort.postMessage({ failure: 'ours' }))`,
    ),
  })
  await expect(broken(calendarOf([MARCH]), PLACE)).rejects.toThrow('ours')
})
