import { expect, test } from 'vitest'
import { localDate, WEEKDAYS, type Weekday } from '../time.ts'
import { EVERY_WEEK, type Rhythm, type YearDay } from './rhythm.ts'
import { rhythmText } from './rhythm-texts.ts'

const EVERY_2: Rhythm = { kind: 'weeks', every: 2, anchor: localDate('2026-11-02'), season: null }
const SUMMER = { from: '04-01' as YearDay, to: '10-31' as YearDay }
const onDay = (day: number): Rhythm => ({ kind: 'month_day', day, season: null })

test.each<[Rhythm, readonly Weekday[], string, string]>([
  [EVERY_WEEK, [1, 4], 'Every Mon, Thu', 'Cada lun, jue'],
  [EVERY_2, [3], 'Every 2 weeks on Wed', 'Cada 2 semanas: mié'],
  [
    { ...EVERY_2, season: SUMMER },
    [3],
    'Every 2 weeks on Wed, Apr 1 to Oct 31',
    'Cada 2 semanas: mié, del 1 abr al 31 oct',
  ],
  [onDay(1), WEEKDAYS, 'Monthly on the 1st', 'Cada mes, el día 1'],
  [onDay(22), WEEKDAYS, 'Monthly on the 22nd', 'Cada mes, el día 22'],
  [onDay(13), WEEKDAYS, 'Monthly on the 13th', 'Cada mes, el día 13'],
  [onDay(30), WEEKDAYS, 'Monthly on the 30th or the last day', 'Cada mes, el día 30 o el último'],
  [onDay(31), WEEKDAYS, 'Monthly on the last day', 'Cada mes, el último día'],
  [
    { kind: 'month_weekday', nth: 3, season: null },
    [2],
    'Monthly on the third Tue',
    'Cada mes, el tercer mar',
  ],
  [
    { kind: 'month_weekday', nth: -1, season: null },
    [5],
    'Monthly on the last Fri',
    'Cada mes, el último vie',
  ],
])('%j on %j is said', (rhythm, weekdays, english, spanish) => {
  expect(rhythmText({ rhythm, weekdays }, 'en')).toBe(english)
  expect(rhythmText({ rhythm, weekdays }, 'es')).toBe(spanish)
})
