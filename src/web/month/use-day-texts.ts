/** What the days of a month are called in the reader's language: found once for all cells of a grid. */
import { useMemo } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { servicesIn, useServices } from '#web/jobs/services.ts'
import { formatIn } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import type { factsOn, Stay } from './day-facts.ts'

export type DayTexts = ReturnType<typeof useDayTexts>

export function useDayTexts() {
  const texts = useText().month
  const language = useLanguage()
  const { all } = useServices()
  return useMemo(() => {
    const format = formatIn(language)
    const services = servicesIn(language, all)
    const days = new Map<LocalDate, string>()
    const longDay = (date: LocalDate) => {
      const known = days.get(date)
      if (known !== undefined) return known
      const said = format.longDay(date)
      days.set(date, said)
      return said
    }
    return {
      icon: services.icon,
      more: texts.more,
      longDay,
      /** `Loft, Tuesday, March 3: guests come · Turnover clean · Two stays in one night`. */
      label: (place: string, date: LocalDate, { stays, visits, troubles }: ReturnType<typeof factsOn>) =>
        texts.cell(place, longDay(date), [
          ...stays.map((stay) => texts.stayOn(stay.kind, partOf(stay, date))),
          ...visits.map(({ serviceKey, state }) => texts.visitOn(services.name(serviceKey), state)),
          ...troubles.map(({ kind }) => texts.troubles[kind]),
        ]),
    }
  }, [texts, language, all])
}

function partOf({ checkIn, checkOut }: Stay, date: LocalDate): 'comes' | 'leaves' | 'stays' {
  if (checkIn === date) return 'comes'
  return checkOut === date ? 'leaves' : 'stays'
}
