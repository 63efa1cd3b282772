/** The services that can be ordered once at the place; one that nobody nearby does cannot be chosen. */
import { addCents, cents } from '#domain/money.ts'
import { type Service, useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { useServicesAt } from './use-services-at.ts'
import type { StepProps } from './where-step.tsx'

export function WhatStep({ order, onNext }: StepProps) {
  const { what: texts } = useText().ondemand
  const format = useFormat()
  const services = useServices()
  const here = useServicesAt(order.draft.place)
  if (here.isPending || services.isPending) return <SkeletonCard rows={6} />
  if (here.isLoadingError) return <ErrorState error={here.error} onRetry={() => void here.refetch()} />
  if (here.data.services.length === 0) return <EmptyState icon="search" title={texts.none} />
  const choose = (serviceKey: string) => {
    order.set({ serviceKey, ...(serviceKey === order.draft.serviceKey ? {} : { quantity: 1 }) })
    onNext()
  }
  return (
    <Card title={texts.title} isFlush>
      <List label={texts.title}>
        {here.data.services.map(({ serviceKey, hasCrews }) => {
          const price = services.find(serviceKey)?.price
          return (
            <ListRow
              key={serviceKey}
              icon={services.icon(serviceKey)}
              title={services.name(serviceKey)}
              detail={price ? texts.from(format.money(lowest(price))) : undefined}
              {...(hasCrews
                ? { onClick: () => choose(serviceKey) }
                : { state: <Badge>{texts.nobody}</Badge> })}
            />
          )
        })}
      </List>
    </Card>
  )
}

/** What one unit costs by the price for everybody; the exact price follows. */
function lowest({ baseCents, unitCents, minimumCents }: NonNullable<Service['price']>) {
  return cents(Math.max(minimumCents, addCents(baseCents, unitCents)))
}
