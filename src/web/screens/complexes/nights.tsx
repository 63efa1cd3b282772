import { formatAlike } from '#domain/money.ts'
import type { LocalTime, Weekday } from '#domain/time.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { useNow } from '#web/ui/now.ts'
import { linkTo } from '#web/urls.ts'
import type { Complex, NightRow } from './replies.ts'
import { isEveryWeek, type Rhythm } from '#domain/schedule/rhythm.ts'
import { useRhythmText } from '#web/jobs/rhythm-text.ts'

/** The standing orders, and the way to book more. */
export function ServiceNights({ complex }: { complex: Complex }) {
  const texts = useText().complexes.one
  const services = useServices()
  const when = useNightTimes()
  const amount = formatAlike(complex.nights.map((night) => night.perWeekCents))
  return (
    <Card title={texts.nights} isFlush>
      {complex.nights.length === 0 ? (
        <p className="px-4 pb-3 text-muted sm:px-5">{texts.noNights}</p>
      ) : (
        <List label={texts.nights}>
          {complex.nights.map((night) => (
            <ListRow
              key={night.weeklyJobId}
              icon={services.icon(night.serviceKey)}
              title={services.name(night.serviceKey)}
              detail={when(night)}
              state={
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  {night.state === 'paused' && <Badge tone="warn">{texts.paused}</Badge>}
                  {night.perWeekCents !== null && (
                    <span className="nums">{texts.perWeek(amount(night.perWeekCents))}</span>
                  )}
                </span>
              }
              to={linkTo('jobs', {}, { tab: 'weekly', job: night.weeklyJobId })}
            />
          ))}
        </List>
      )}
      <div className="p-4 sm:px-5">
        <ButtonLink tone="primary" icon="plus" to={linkTo('jobs', {}, { book: complex.propertyId })}>
          {texts.book}
        </ButtonLink>
      </div>
    </Card>
  )
}

type NightListProps = { complexId: string; title: string; nights: readonly NightRow[]; empty: string }

/** Each opens the proof of that night. */
export function NightList({ complexId, title, nights, empty }: NightListProps) {
  const { complexes, customer } = useText()
  const texts = complexes.one
  const format = useFormat()
  const services = useServices()
  const now = useNow()
  const detailOf = (night: NightRow) =>
    [
      services.name(night.serviceKey),
      night.crewFirstName && texts.by(night.crewFirstName),
      hasBegun(night) && night.buildingCount > 0 && texts.checked(night.checkedCount, night.buildingCount),
      night.violationCount > 0 && texts.violations(night.violationCount),
    ]
      .filter((part) => typeof part === 'string')
      .join(' · ')
  return (
    <Card title={title} isFlush>
      {nights.length === 0 ? (
        <p className="px-4 pb-4 text-muted sm:px-5">{empty}</p>
      ) : (
        <List label={title}>
          {nights.map((night) => (
            <ListRow
              key={night.visitId}
              title={format.relativeDay(night.date, now)}
              detail={detailOf(night)}
              state={<StateBadge state={night.state} label={customer.states[night.state]} />}
              to={linkTo('customerComplex', {}, { id: complexId, night: night.visitId })}
            />
          ))}
        </List>
      )}
    </Card>
  )
}

/** Before that there is nothing to count. */
function hasBegun({ state, checkedCount }: NightRow): boolean {
  return checkedCount > 0 || ['in_progress', 'completed', 'missed'].includes(state)
}

type Times = {
  weekdays: readonly Weekday[]
  rhythm: Rhythm
  windowStart: LocalTime | null
  windowEnd: LocalTime | null
}

/** `Tue, Fri · 8 PM – 10 PM` */
export function useNightTimes() {
  const often = useRhythmText()
  const { complexes, ui } = useText()
  const format = useFormat()
  return ({ weekdays, rhythm, windowStart, windowEnd }: Times) => {
    const days = isEveryWeek(rhythm)
      ? weekdays.map((weekday) => ui.weekdays.short[weekday - 1]).join(', ')
      : often({ weekdays, rhythm })
    const window =
      windowStart === null || windowEnd === null
        ? complexes.one.anytime
        : format.window(windowStart, windowEnd)
    return `${days} · ${window}`
  }
}
