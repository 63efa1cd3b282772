/** What is sold and for how much; one service opens in the panel beside. */
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { iconOf } from '#web/jobs/services.ts'
import { useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { PricePanel } from './price-panel.tsx'
import { type PricedService, usePriceSentence } from './price-sentence.ts'

export function PricesPart() {
  const { prices: text } = useText().catalogue
  const [search, setSearch] = useSearchParams()
  const opened = search.get('service')
  const read = useEndpoint('GET /api/price-list')
  const open = (key: string | null) =>
    setSearch(key === null ? {} : { service: key }, { replace: opened !== null })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={9} />
  const service = read.data.services.find(({ key }) => key === opened)
  return (
    <>
      <p className="text-muted">{text.hint}</p>
      <div className={service === undefined ? '' : 'grid items-start gap-4 xl:grid-cols-[1fr_28rem]'}>
        <Card title={text.service} isFlush>
          <ul className="@container divide-y divide-line">
            {read.data.services.map((each) => (
              <Row
                key={each.key}
                service={each}
                marketName={read.data.marketName}
                isOpened={each.key === opened}
                onOpen={open}
              />
            ))}
          </ul>
        </Card>
        {service !== undefined && (
          <PricePanel
            key={service.key}
            service={service}
            today={read.data.today}
            marketName={read.data.marketName}
            maySetForEveryone={read.data.maySetForEveryone}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  )
}

function Row({
  service,
  marketName,
  isOpened,
  onOpen,
}: {
  service: PricedService
  marketName: string
  isOpened: boolean
  onOpen: (key: string) => void
}) {
  const { prices: text, look } = useText().catalogue
  const canChange = useMay()('catalogue')
  const format = useFormat()
  const name = nameIn(useLanguage(), service)
  const sentence = usePriceSentence(service)
  const [next] = service.upcoming
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2 sm:px-5 @3xl:grid @3xl:grid-cols-[14rem_1fr_11rem_auto] ${isOpened ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="flex items-center gap-2">
        <Icon name={iconOf(service.icon)} size={20} className="text-muted" />
        <span>
          {name}
          <span className="block text-sm text-muted">{service.isWeekly ? text.weekly : text.once}</span>
        </span>
      </span>
      <span className="nums @max-3xl:order-last @max-3xl:basis-full">
        {service.price === null ? text.unpriced : sentence(service.price)}
        {service.ofMarket.price !== null && (
          <span className="block text-sm">
            {text.ofMarketNow(marketName, sentence(service.ofMarket.price))}
          </span>
        )}
        {next !== undefined && (
          <span className="block text-sm text-accent">
            {text.comes(sentence(next), format.date(next.from))}
          </span>
        )}
      </span>
      <span className="text-sm text-muted @max-3xl:order-last @max-3xl:basis-full">
        {service.specialCount > 0 && text.specialCount(service.specialCount)}
      </span>
      <Button
        tone={isOpened ? 'primary' : 'quiet'}
        aria-label={canChange ? text.changeOf(name) : look.of(name)}
        aria-expanded={isOpened}
        onClick={() => onOpen(service.key)}
      >
        {canChange ? text.change : look.look}
      </Button>
    </li>
  )
}
