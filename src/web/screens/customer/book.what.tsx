/** The weekly services, each with its lowest price, from the catalogue. */
import { addCents, cents } from '#domain/money.ts'
import { type Service, useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

export function WhatStep({ onChoose }: { onChoose: (serviceKey: string) => void }) {
  const texts = useText().customer.book
  const format = useFormat()
  const services = useServices()
  if (services.isPending) return <SkeletonCard rows={6} />
  return (
    <Card title={texts.serviceLabel} isFlush>
      <List label={texts.serviceLabel}>
        {services.all
          .filter((service) => service.isWeekly && service.isOffered)
          .map((service) => (
            <ListRow
              key={service.key}
              icon={services.icon(service.key)}
              title={services.name(service.key)}
              detail={service.price ? texts.from(format.money(lowest(service.price))) : undefined}
              onClick={() => onChoose(service.key)}
            />
          ))}
      </List>
    </Card>
  )
}

/** What one unit costs by the price for everybody; the exact price of a place follows two steps on. */
function lowest({ baseCents, unitCents, minimumCents }: NonNullable<Service['price']>) {
  return cents(Math.max(minimumCents, addCents(baseCents, unitCents)))
}
