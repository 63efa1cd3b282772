import { type ReactNode, useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EndPrice } from './end-price.tsx'
import { PriceForm } from './price-form.tsx'
import { type PricedService, usePriceSentence } from './price-sentence.ts'

/** One service: a new price with what it would do, the prices that groups and places have, and what held before. */
export function PricePanel({
  service,
  today,
  marketName,
  maySetForEveryone,
  onClose,
}: {
  service: PricedService
  today: LocalDate
  marketName: string
  maySetForEveryone: boolean
  onClose: () => void
}) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  const sentence = usePriceSentence(service)
  const panel = useRef<HTMLElement>(null)
  // In newer browsers it answers a promise, which is nothing to clean up with.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const dated = [...service.upcoming.toReversed(), ...service.history]
  return (
    <aside ref={panel} className="order-first min-w-0 xl:sticky xl:top-4 xl:order-none">
      <Card
        title={nameIn(useLanguage(), service)}
        actions={<IconButton icon="close" label={text.close} onClick={onClose} />}
      >
        <div className="grid gap-5">
          <Only may="catalogue">
            <PriceForm
              service={service}
              today={today}
              marketName={marketName}
              maySetForEveryone={maySetForEveryone}
            />
          </Only>
          <MarketPrices service={service} today={today} marketName={marketName} />
          {service.specialCount > 0 && <SpecialPrices service={service} today={today} />}
          <section>
            <h3 className="font-semibold">{text.history}</h3>
            <ul className="divide-y divide-line">
              {dated.map((price) => (
                <Line
                  key={`${price.from} ${price.writtenAt}`}
                  title={text.line(sentence(price), format.date(price.from))}
                  price={price}
                />
              ))}
            </ul>
          </section>
        </div>
      </Card>
    </aside>
  )
}

function MarketPrices({
  service,
  today,
  marketName,
}: {
  service: PricedService
  today: LocalDate
  marketName: string
}) {
  const { prices: text } = useText().catalogue
  const titleOf = useDatedTitle(service)
  const dated = [...service.ofMarket.upcoming.toReversed(), ...service.ofMarket.history]
  if (dated.length === 0) return null
  return (
    <section aria-label={text.ofMarket(marketName)}>
      <h3 className="font-semibold">{text.ofMarket(marketName)}</h3>
      <ul className="divide-y divide-line">
        {dated.map((price, index) => (
          <Line key={`${price.from} ${price.writtenAt}`} title={titleOf(price)} price={price}>
            {index === 0 && !price.isEnd && (
              <EndPrice
                own={{ serviceKey: service.key, isOfMarket: true, groupId: null, propertyId: null }}
                price={titleOf(price)}
                today={today}
              />
            )}
          </Line>
        ))}
      </ul>
    </section>
  )
}

/** `$7.00 + $1.50 per bin, at least $10.00 from Mar 2` */
function useDatedTitle(service: PricedService) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  const sentence = usePriceSentence(service)
  return (price: PricedService['ofMarket']['history'][number]) =>
    price.isEnd ? text.ended(format.date(price.from)) : text.line(sentence(price), format.date(price.from))
}

function SpecialPrices({ service, today }: { service: PricedService; today: LocalDate }) {
  const { prices: text } = useText().catalogue
  const titleOf = useDatedTitle(service)
  const pages = useEndpointPages(
    'GET /api/special-prices',
    { query: { serviceKey: service.key } },
    (page) => page.prices,
  )
  return (
    <section>
      <h3 className="font-semibold">{text.specialOf}</h3>
      <ul className="divide-y divide-line">
        {pages.rows.map((price) => (
          <Line
            key={price.id}
            title={`${text.chosen(price.name, price.customerName)}: ${titleOf(price)}`}
            price={price}
          >
            {price.isLast && !price.isEnd && (
              <EndPrice
                own={{
                  serviceKey: service.key,
                  isOfMarket: false,
                  groupId: price.groupId,
                  propertyId: price.propertyId,
                }}
                price={`${price.name}, ${titleOf(price)}`}
                today={today}
              />
            )}
          </Line>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </section>
  )
}

function Line({
  title,
  price,
  children,
}: {
  title: string
  price: PricedService['history'][number]
  children?: ReactNode
}) {
  const { prices: text } = useText().catalogue
  const at = useFormat().dateTime(price.writtenAt)
  return (
    <li className="py-1.5">
      {title}
      <span className="block text-sm text-muted">
        {price.writerName === null ? text.bySystem(at) : text.by(price.writerName, at)}
      </span>
      {children}
    </li>
  )
}
