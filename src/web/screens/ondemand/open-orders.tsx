/** Orders under way stand above everything else: nobody books twice because they lost the page. */
import { isOver } from '#domain/ondemand/progress.ts'
import { useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'

const POLL_MS = 30_000

export function OpenOrders() {
  const { ondemand } = useText()
  const services = useServices()
  const orders = useEndpoint('POST /api/get-on-demand-orders', { body: {} }, { refetchMs: POLL_MS })
  const open = orders.data?.orders.filter(({ progress }) => !isOver(progress)) ?? []
  if (open.length === 0) return null
  return (
    <Card title={ondemand.where.open} isFlush>
      <List label={ondemand.where.open}>
        {open.map((order) => (
          <ListRow
            key={order.id}
            icon={services.icon(order.serviceKey)}
            title={services.name(order.serviceKey)}
            detail={order.placeName}
            state={<Badge tone="info">{ondemand.order.progress[order.progress]}</Badge>}
            to={linkTo('ondemand', {}, { order: order.id })}
          />
        ))}
      </List>
    </Card>
  )
}
