/** What the holidays of the coming weeks do to a booking. Where it is not known, nothing is said, and booking goes on. */
import type { BodyInput } from '#contract/endpoint.ts'
import type { Contract } from '#contract/index.ts'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'

type Week = Reply<'POST /api/get-booking-holidays'>['weeks'][number]

export function BookingHolidays(booking: BodyInput<Contract['POST /api/get-booking-holidays']>) {
  const { holidays: texts } = useText().schedule
  const holidays = useEndpoint('POST /api/get-booking-holidays', { body: booking })
  const weeks = holidays.data?.weeks ?? []
  if (weeks.length === 0) return null
  return (
    <Banner icon="calendar" title={texts.ahead}>
      {weeks.map((week) => (
        <WeekLines key={`${week.date} ${week.nameEn} ${week.propertyCount}`} week={week} />
      ))}
    </Banner>
  )
}

function WeekLines({ week }: { week: Week }) {
  const { holidays: texts } = useText().schedule
  const format = useFormat()
  const language = useLanguage()
  const name = nameIn(language, week) ?? ''
  const where = week.propertyCount === null ? '' : `${texts.places(week.propertyCount)} `
  if (week.shifts.length === 0)
    return (
      <p>
        {where}
        {texts.stays(name, format.day(week.date))}
      </p>
    )
  const moves = week.shifts.map(({ from, to }) =>
    to === null ? texts.off(format.day(from)) : texts.moves(format.day(from), format.day(to)),
  )
  return (
    <p>
      {where}
      {texts.title(name)}: {moves.join(' ')}
    </p>
  )
}
