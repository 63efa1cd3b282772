/** Routes worth taking: cards under one another on a phone, on a desk a list with the chosen one beside it. */
import type { RouteReason } from '#domain/assignments/route-reasons.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Panes } from '#web/ui/dialogs/panes.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { Money } from '#web/ui/money.tsx'
import { Nothing, type Shown } from './jobs.parts.tsx'
import { type RecommendedRoute, RouteCard, useReasonText } from './route-card.tsx'

type RoutesProps = Shown & {
  routes: readonly RecommendedRoute[]
  /** Compared with all routes, also where those of one weekday are shown. */
  reasons: ReadonlyMap<RecommendedRoute, RouteReason>
  /** Its key; the first is shown where none is chosen, or one that is gone. */
  chosen: string | null
  onChoose: (routeKey: string) => void
  onTake: (route: RecommendedRoute) => void
}

export function Routes({ routes, reasons, base, services, chosen, onChoose, onTake }: RoutesProps) {
  const { crew } = useText()
  const isDesk = useIsDesk()
  const [first] = routes
  if (first === undefined) return <Nothing title={crew.jobs.noRoutes} body={crew.jobs.noRoutesBody} />
  const card = (route: RecommendedRoute) => (
    <RouteCard
      key={route.routeKey}
      route={route}
      base={base}
      reason={reasons.get(route)}
      services={services}
      onTake={() => onTake(route)}
    />
  )
  if (!isDesk)
    return (
      <AmountsAlike>
        <div className="grid gap-4 lg:grid-cols-2">{routes.map(card)}</div>
      </AmountsAlike>
    )
  const shown = routes.find(({ routeKey }) => routeKey === chosen) ?? first
  return (
    <Panes isEven side={card(shown)}>
      <Card isFlush>
        <List label={crew.jobs.routes}>
          {routes.map((route) => (
            <RouteRow
              key={route.routeKey}
              route={route}
              reason={reasons.get(route)}
              isChosen={route === shown}
              onChoose={() => onChoose(route.routeKey)}
            />
          ))}
        </List>
      </Card>
    </Panes>
  )
}

type RouteRowProps = {
  route: RecommendedRoute
  reason: RouteReason | undefined
  isChosen: boolean
  onChoose: () => void
}

function RouteRow({ route, reason, isChosen, onChoose }: RouteRowProps) {
  const { crew, ui } = useText()
  const format = useFormat()
  const reasonText = useReasonText()
  const day = ui.weekdays.long[route.weekday - 1] ?? ''
  return (
    <ListRow
      icon="truck"
      title={day}
      detail={[crew.jobs.newStops(route.newStopCount), crew.drive(format.minutes(route.drivingMinutes))].join(
        ' · ',
      )}
      state={reason && <Badge tone="accent">{reasonText(reason, day)}</Badge>}
      end={
        <span className="nums grid justify-items-end">
          <Money amountCents={route.newPayCents} />
          <span className="text-sm text-muted">{crew.perHour(format.money(route.payPerHourCents))}</span>
        </span>
      }
      isCurrent={isChosen}
      onClick={onChoose}
    />
  )
}
