import { cents } from '#domain/money.ts'
import { isUnsent } from '#domain/offline/entry.ts'
import { useEndpoint } from '#web/api.ts'
import type { Services } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import type { QueuedStop } from '#web/stops/queued-stop.ts'
import { StopNumber } from '#web/stops/stop-number.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type StopListProps = {
  stops: readonly QueuedStop[]
  services: Services
  onChoose: (visitId: string) => void
}

export function StopList({ stops, services, onChoose }: StopListProps) {
  const { crew, offline } = useText()
  const windowText = useWindowText()
  return (
    <List label={crew.home.stops}>
      {stops.map((stop) => (
        <ListRow
          key={stop.visitId}
          onClick={() => onChoose(stop.visitId)}
          start={<StopNumber number={stop.position} isDone={stop.state === 'completed'} />}
          title={stop.propertyName}
          detail={[
            services.name(stop.serviceKey),
            windowText(stop.window),
            ...(stop.queued.some(isUnsent) ? [offline.waiting] : []),
          ].join(' · ')}
          end={stop.payCents !== null && <Money amountCents={stop.payCents} />}
          state={<StateBadge state={stop.state} label={crew.states[stop.state]} />}
        />
      ))}
    </List>
  )
}

/** Stays away while it is not known: the day itself matters more. */
export function WeekEarnings() {
  const { crew } = useText()
  const format = useFormat()
  const payments = useEndpoint('GET /api/crew-payments', { query: {} })
  if (!payments.data) return null
  const week = payments.data.weeks[0]
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="nums font-semibold">
          {crew.home.thisWeek(format.money(week?.earnedCents ?? cents(0)))}
        </p>
        <ButtonLink to={linkTo('crewPayments')} icon="money">
          {crew.home.toEarnings}
        </ButtonLink>
      </div>
    </Card>
  )
}
