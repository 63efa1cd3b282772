/** Which month, week, group and day are shown: all of it stands in the address. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { monthOf, weeksOf } from '#domain/portfolio/troubles.ts'
import { addDays, dateAt, DEFAULT_TIME_ZONE, isLocalDate, type LocalDate, mondayOf } from '#domain/time.ts'
import { useUser } from '#web/session/user.ts'
import { useNow } from '#web/ui/now.ts'

const THURSDAY = 3

export function useShownMonth() {
  const today = dateAt(useNow(), useUser()?.time_zone ?? DEFAULT_TIME_ZONE)
  const [search, setSearch] = useSearchParams()
  const asked = `${search.get('month') ?? ''}-01`
  const month = monthOf(isLocalDate(asked) ? asked : today)
  const weeks = weeksOf(month)
  const week = weekIn(weeks, search.get('week'), today)
  // The same ones until another month is turned to, or else all rows would be drawn again.
  const days = useMemo(() => daysFrom(month.from, month.to), [month.from, month.to])
  const weekDays = useMemo(() => daysFrom(week, addDays(week, 6)), [week])
  const openDay = search.get('day')
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes))
          if (value === null) next.delete(name)
          else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const goTo = (day: LocalDate, weekOf: LocalDate | null = null) =>
    set({ month: day.slice(0, 7), week: weekOf, day: null, place: null })
  return {
    today,
    month,
    week,
    isThisMonth: month.from <= today && today <= month.to,
    days,
    weekDays,
    group: search.get('group'),
    isOnlyTroubled: search.get('only') === 'troubles',
    open: openDay !== null && isLocalDate(openDay) ? { day: openDay, placeId: search.get('place') } : null,
    set,
    goTo,
    /** Over the end of a month into the month in which most of the week lies. */
    goToWeek: (monday: LocalDate) =>
      goTo(weeks.includes(monday) ? month.from : addDays(monday, THURSDAY), monday),
  }
}

/** The one asked for where the month has it, else today's, else the first. */
function weekIn(weeks: readonly LocalDate[], asked: string | null, today: LocalDate): LocalDate {
  return weeks.find((week) => week === asked) ?? weeks.find((week) => week === mondayOf(today)) ?? weeks[0]!
}

function daysFrom(from: LocalDate, to: LocalDate): LocalDate[] {
  const days: LocalDate[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
