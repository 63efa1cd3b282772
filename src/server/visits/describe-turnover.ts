/** What a visit that follows a stay is about, before what was noted for its crew: who left, and whether somebody comes. */
import type { Language } from '#domain/language.ts'
import { visitTexts } from './texts.ts'

/** From the row of a visit with its turnover, if it is one. */
export type TurnoverRow = {
  readonly is_same_day: boolean | null
  readonly guests: number | null
  readonly nights: number | null
  readonly pets: number | null
  /** Of a pickup that comes besides its rule. */
  readonly extra_nights: number | null
  readonly extra_guests: number | null
}

export function notesWith(notes: string | null, row: TurnoverRow, language: Language): string {
  const said = saidOf(row, language)
  return [...(said === null ? [] : [said]), ...(notes ? [notes] : [])].join('\n')
}

function saidOf(row: TurnoverRow, language: Language): string | null {
  const { is_same_day: isSameDay, guests, nights, pets, extra_nights: extraNights } = row
  const texts = visitTexts[language]
  if (extraNights !== null) return texts.extraPickup(extraNights, row.extra_guests)
  return isSameDay === null || nights === null ? null : texts.turnover({ isSameDay, guests, nights, pets })
}
