/** What a turnover is about, before what was noted for its crew: who left, and whether somebody comes. */
import type { Language } from '#domain/language.ts'
import { visitTexts } from './texts.ts'

/** From the row of a visit with its turnover, if it is one. */
export type TurnoverRow = {
  readonly is_same_day: boolean | null
  readonly guests: number | null
  readonly nights: number | null
  readonly pets: number | null
}

export function notesWith(notes: string | null, row: TurnoverRow, language: Language): string {
  const { is_same_day: isSameDay, guests, nights, pets } = row
  if (isSameDay === null || nights === null) return notes ?? ''
  return [visitTexts[language].turnover({ isSameDay, guests, nights, pets }), ...(notes ? [notes] : [])].join(
    '\n',
  )
}
