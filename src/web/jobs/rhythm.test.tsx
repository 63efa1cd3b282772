import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Rhythm, type YearDay } from '#domain/schedule/rhythm.ts'
import { localDate, type Weekday } from '#domain/time.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import {
  EVERY_WEEK_DRAFT,
  isPlain,
  keptRhythm,
  newRhythm,
  readRhythm,
  rhythmDraft,
  weekdaysOf,
} from './rhythm-draft.ts'
import { RhythmFields } from './rhythm-fields.tsx'

afterEach(cleanup)

const SEASON = { from: '04-15' as YearDay, to: '10-31' as YearDay }
const EVERY_3: Rhythm = { kind: 'weeks', every: 3, anchor: localDate('2026-11-02'), season: SEASON }

function Fields() {
  const draft = useDraft({ ...EVERY_WEEK_DRAFT, weekdays: [2] as readonly Weekday[] })
  return (
    <>
      <RhythmFields draft={draft} />
      <output>{JSON.stringify([readRhythm(draft.values), weekdaysOf(draft.values)])}</output>
    </>
  )
}

const shown = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown

test('what is chosen is what is sent', async () => {
  await renderScreen(<Fields />, {})
  expect(shown()).toEqual([{ kind: 'weeks', every: 1, season: null }, [2]])
  fireEvent.change(screen.getByLabelText('How often'), { target: { value: 'week2' } })
  expect(shown()).toEqual([{ kind: 'weeks', every: 2, season: null }, [2]])
  fireEvent.click(screen.getByLabelText('A season'))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '05-01' } })
  expect(shown()).toEqual([{ kind: 'weeks', every: 2, season: { from: '05-01', to: '10-31' } }, [2]])
  fireEvent.change(screen.getByLabelText('How often'), { target: { value: 'month_weekday' } })
  fireEvent.click(screen.getByLabelText('Last'))
  fireEvent.click(screen.getByLabelText('All year'))
  expect(shown()).toEqual([{ kind: 'month_weekday', nth: -1, season: null }, [2]])
})

test('a day of the month asks for no weekdays and takes all', async () => {
  await renderScreen(<Fields />, {})
  fireEvent.change(screen.getByLabelText('How often'), { target: { value: 'month_day' } })
  expect(screen.queryByLabelText('Tuesday')).toBeNull()
  fireEvent.change(screen.getByLabelText('Day of the month'), { target: { value: '31' } })
  expect(shown()).toEqual([{ kind: 'month_day', day: 31, season: null }, [1, 2, 3, 4, 5, 6, 7]])
})

test('an edit that leaves the rhythm alone says nothing of it', () => {
  const draft = rhythmDraft(EVERY_3)
  expect(newRhythm({ rhythm: EVERY_3 }, draft)).toEqual({})
  expect(newRhythm({ rhythm: EVERY_3 }, { ...draft, repeat: 'week2' })).toEqual({
    rhythm: { kind: 'weeks', every: 2, season: SEASON },
  })
})

test('a browser gives back what it kept, and nothing that is no rhythm', () => {
  const draft = rhythmDraft(EVERY_3)
  expect(keptRhythm({ ...draft })).toEqual(draft)
  expect(keptRhythm({ repeat: 'daily', nth: 9, dayOfMonth: 'x', seasonFrom: '13-13' })).toEqual(
    EVERY_WEEK_DRAFT,
  )
  expect(isPlain(EVERY_WEEK_DRAFT)).toBe(true)
  expect(isPlain(draft)).toBe(false)
})
