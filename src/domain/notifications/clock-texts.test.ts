import { expect, test } from 'vitest'
import { localDate, parseInstant } from '../time.ts'
import { dayText, timeText } from './clock-texts.ts'
import { readSmsAnswer } from './sms-keywords.ts'

test.each([
  ['2026-03-08T08:15:00Z', 'America/Denver', 'en', '1:15 AM MST'],
  ['2026-03-08T09:15:00Z', 'America/Denver', 'en', '3:15 AM MDT'],
  ['2026-11-01T07:15:00Z', 'America/Denver', 'en', '1:15 AM MDT'],
  ['2026-11-01T08:15:00Z', 'America/Denver', 'en', '1:15 AM MST'],
  ['2026-07-06T20:05:00Z', 'America/Phoenix', 'en', '1:05 PM MST'],
  ['2026-07-06T20:05:00Z', 'America/New_York', 'en', '4:05 PM EDT'],
] as const)('field 4: %s in %s is said in %s as %s', (at, zone, language, text) => {
  expect(timeText(parseInstant(at), zone, language)).toBe(text)
})

test('Spanish has its own clock and calendar', () => {
  expect(timeText(parseInstant('2026-03-08T08:15:00Z'), 'America/Denver', 'es')).toMatch(
    /^1:15 a\. ?m\. MST$/,
  )
  expect(dayText(localDate('2026-03-02'), 'es')).toBe('lun, 2 de mar')
  expect(dayText(localDate('2026-03-02'), 'en')).toBe('Mon, Mar 2')
})

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop all', 'stop'],
  ['ALTO', 'stop'],
  ['start', 'start'],
  ['Sí', 'start'],
  ['please stop the recycling', null],
  ['', null],
  ['stop\u0000', null],
])('field 38: the answer %j means %s', (text, meaning) => {
  expect(readSmsAnswer(text)).toBe(meaning)
})
