import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { DEFAULT_TIME_ZONE, localDate, localTime, parseInstant } from '#domain/time.ts'
import { formatIn } from './format.ts'
import { currentLanguage, currentText, loadAreas, preferredLanguage, setLanguage } from './store.ts'

afterEach(async () => {
  localStorage.clear()
  await setLanguage('en', { remember: false })
})

const en = formatIn('en')
const es = formatIn('es')
/** Intl writes narrow spaces; people and tests do not care which. */
const plain = (text: string) => text.replace(/[\u202f\u00a0\u2009]/g, ' ')

test('a day is the same day whatever zone the device is in', () => {
  const day = localDate('2026-03-08')
  expect(en.day(day)).toBe('Sun, Mar 8')
  expect(en.longDay(day)).toBe('Sunday, March 8')
  expect(en.date(day)).toBe('Mar 8, 2026')
  expect(plain(es.longDay(day))).toBe('domingo, 8 de marzo')
})

test('an instant is shown in the zone of the place, on both sides of the change of the clock', () => {
  expect(plain(en.time('2026-03-08T08:59:00Z'))).toBe('1:59 AM')
  expect(plain(en.time('2026-03-08T09:00:00Z'))).toBe('3:00 AM')
  expect(plain(en.dateTime('2026-07-01T00:00:00Z', 'America/New_York'))).toBe('Jun 30, 2026, 8:00 PM')
})

test('§9 default zone: it is America/Denver, for times that name no other', () => {
  expect(DEFAULT_TIME_ZONE).toBe('America/Denver')
  expect(plain(en.dateTime('2026-07-01T00:00:00Z'))).toBe('Jun 30, 2026, 6:00 PM')
  expect(plain(en.time('2026-01-01T00:00:00Z'))).toBe('5:00 PM')
})

test('wall-clock times know no zone', () => {
  expect(plain(en.clock(localTime('08:05')))).toBe('8:05 AM')
  expect(plain(en.clock(localTime('24:00')))).toBe('12:00 AM')
  expect(plain(en.window(localTime('08:00'), localTime('12:00')))).toBe('8:00 AM – 12:00 PM')
})

test('the days around now have names', () => {
  const now = parseInstant('2026-03-09T05:30:00Z')
  expect(en.relativeDay(localDate('2026-03-08'), now)).toBe('Today')
  expect(en.relativeDay(localDate('2026-03-09'), now)).toBe('Tomorrow')
  expect(en.relativeDay(localDate('2026-03-07'), now)).toBe('Yesterday')
  expect(en.relativeDay(localDate('2026-03-12'), now)).toBe('Thu, Mar 12')
})

test('money, distance, minutes and shares', () => {
  expect(en.money(cents(123_450))).toBe('$1,234.50')
  expect(en.distance(999)).toBe('999 ft')
  expect(en.distance(5_280)).toBe('1.0 mi')
  expect([25, 60, 95].map(en.minutes)).toEqual(['25 min', '1 h', '1 h 35 min'])
  expect(en.percent(150)).toBe('1.5%')
})

test('the language of this device goes before the browser’s', () => {
  expect(preferredLanguage()).toBe('en')
  localStorage.setItem('crew_language', 'es')
  expect(preferredLanguage()).toBe('es')
})

test('an area that is asked for while the language changes has words afterwards', async () => {
  await loadAreas(['customer'])
  const switching = setLanguage('es')
  await import('./es.ts')
  // From here on the areas of the new language are on their way.
  await loadAreas(['diagnostics'])
  await switching
  expect(currentText().diagnostics).toBeDefined()
})

test('of two changes of language the later one stands', async () => {
  const first = setLanguage('es')
  await setLanguage('en')
  await first
  expect(currentLanguage()).toBe('en')
})

test('switching the language brings the areas in use along', async () => {
  await loadAreas(['customer'])
  await setLanguage('es')
  expect(currentText().ui.cancel).toBe('Cancelar')
  expect('customer' in currentText()).toBe(true)
  expect(document.documentElement.lang).toBe('es')
})
