/** The days that holidays move, each once however many visits it has: on a customer's home and over its week. */
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import type { VisitCard } from './visit-row.tsx'

type MovedDay = NonNullable<Reply<'GET /api/customer-summary'>['movedDays']>[number]

export function MovedDays({ days }: { days: readonly MovedDay[] }) {
  const { holidays: texts } = useText().schedule
  const format = useFormat()
  const language = useLanguage()
  const byHoliday = Map.groupBy(days, (day) => nameIn(language, day) ?? '')
  return [...byHoliday].map(([name, moved]) => (
    <Banner key={name} icon="calendar" title={texts.title(name)}>
      {moved.map(({ from, to, visitCount }) => (
        <p key={`${from} ${to}`} className="first-letter:uppercase">
          {texts.movesMany(format.day(from), format.day(to), visitCount)}
        </p>
      ))}
    </Banner>
  ))
}

/** Those among visits that are shown anyway. */
export function movedDaysOf(visits: readonly VisitCard[]): MovedDay[] {
  const days = new Map<string, MovedDay>()
  for (const { moved, date, state } of visits) {
    if (moved?.by !== 'holiday' || moved.because === null || state === 'skipped') continue
    const key = `${moved.from} ${date}`
    days.set(key, {
      ...namesOf(moved.because),
      from: moved.from,
      to: date,
      visitCount: (days.get(key)?.visitCount ?? 0) + 1,
    })
  }
  return [...days.values()].toSorted((a, b) => compareDates(a.from, b.from))
}

function namesOf({ en, es }: { en: string; es: string }) {
  return { nameEn: en, nameEs: es }
}

function compareDates(one: LocalDate, other: LocalDate): number {
  return one < other ? -1 : 1
}
