/** What a change would cost, asked of the server while the form is filled in. */
import { daysBetween, type LocalDate, localDate } from '#domain/time.ts'
import { type CallInput, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'

const FOUR_WEEKS = 28
const DATES_SHOWN = 6

type Change = CallInput<'POST /api/preview-schedule-change'>['body']

export function ChangeEffect({ change, isEnabled }: { change: Change; isEnabled: boolean }) {
  const texts = useText().schedule.move
  const format = useFormat()
  const { data } = useEndpoint('POST /api/preview-schedule-change', { body: change }, { isEnabled })
  if (data === undefined || data.centsBefore === null || data.centsAfter === null)
    return <div className="min-h-12" aria-hidden />
  const [before, after] = [format.money(data.centsBefore), format.money(data.centsAfter)]
  const isLong = daysBetween(localDate(data.from), localDate(data.to)) > FOUR_WEEKS
  const many = isLong ? texts.effectLong : texts.effectMany
  const days = (dates: readonly LocalDate[]) =>
    dates
      .slice(0, DATES_SHOWN)
      .map((date) => format.day(date))
      .join(' · ')
  const parts = [
    change.kind === 'move' ? texts.effectOne(before, after) : many(data.visitsAfter, after, before),
    isLong && data.goneDates.length > 0 && texts.gone(days(data.goneDates)),
    isLong && data.newDates.length > 0 && texts.added(days(data.newDates)),
    data.crewCount > 0 && texts.crews(data.crewCount),
  ]
  return <Banner>{parts.filter(Boolean).join(' ')}</Banner>
}
