import { useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PriceForm } from './price-form.tsx'
import { type PricedService, usePriceSentence } from './price-sentence.ts'

/** One service: a new price with what it would do, the prices that groups and places have, and what held before. */
export function PricePanel({
  service,
  today,
  onClose,
}: {
  service: PricedService
  today: LocalDate
  onClose: () => void
}) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  const sentence = usePriceSentence(service)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.scrollIntoView({ block: 'nearest' }), [])
  const dated = [...service.upcoming.toReversed(), ...service.history]
  return (
    <aside ref={panel} className="order-first min-w-0 xl:sticky xl:top-4 xl:order-none">
      <Card
        title={nameIn(useLanguage(), service)}
        actions={<IconButton icon="close" label={text.close} onClick={onClose} />}
      >
        <div className="grid gap-5">
          <PriceForm service={service} today={today} />
          {service.specialCount > 0 && <SpecialPrices service={service} />}
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

function SpecialPrices({ service }: { service: PricedService }) {
  const { prices: text } = useText().catalogue
  const format = useFormat()
  const sentence = usePriceSentence(service)
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
            title={`${text.chosen(price.name, price.customerName)}: ${text.line(sentence(price), format.date(price.from))}`}
            price={price}
          />
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

function Line({ title, price }: { title: string; price: PricedService['history'][number] }) {
  const { prices: text } = useText().catalogue
  const at = useFormat().dateTime(price.writtenAt)
  return (
    <li className="py-1.5">
      {title}
      <span className="block text-sm text-muted">
        {price.writerName === null ? text.bySystem(at) : text.by(price.writerName, at)}
      </span>
    </li>
  )
}
