/** What was ordered, its exact price line by line, and what calling it off costs: all of it before anything is booked. */
import { couponText } from '#domain/billing/receipt.ts'
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { Card } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'

type Quote = Reply<'POST /api/quote-on-demand'>

type PriceCardProps = {
  quote: Pick<Quote, 'lines' | 'totalCents' | 'date' | 'startsAt' | 'endsAt' | 'timeZone' | 'holiday'>
  serviceKey: string
  quantity: number
  place: string
  isNow: boolean
  title: string
  totalLabel?: string
}

export function PriceCard({ quote, serviceKey, quantity, place, isNow, title, totalLabel }: PriceCardProps) {
  const { ondemand, customer } = useText()
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const window = ondemand.order.between(
    format.time(quote.startsAt, quote.timeZone),
    format.time(quote.endsAt, quote.timeZone),
  )
  return (
    <Card title={title}>
      <div className="grid grid-cols-1 gap-3">
        <div>
          <p className="font-semibold">
            {services.name(serviceKey)} · {customer.quantity(quantity, services.unit(serviceKey))}
          </p>
          <p className="text-muted">{place}</p>
          <p className="text-muted">
            {isNow ? ondemand.when.now : format.longDay(quote.date)} · {window}
          </p>
          {quote.holiday && <p>{ondemand.price.holiday(nameIn(language, quote.holiday) ?? '')}</p>}
        </div>
        <AmountsAlike>
          <dl className="grid grid-cols-1 gap-1">
            {quote.lines.map((line) => (
              <div key={line.kind} className="flex justify-between gap-x-3 crowded:flex-wrap">
                <dt>
                  {couponText(
                    ondemand.price.lines[line.kind],
                    line.coupon === undefined ? [] : [line.coupon],
                  )}
                </dt>
                <dd>
                  <Money amountCents={line.amountCents} />
                </dd>
              </div>
            ))}
            <div className="flex items-baseline justify-between gap-x-3 crowded:flex-wrap border-t border-line pt-3">
              <dt className="font-semibold">{totalLabel ?? ondemand.price.total}</dt>
              <dd>
                <Money amountCents={quote.totalCents} isLarge />
              </dd>
            </div>
          </dl>
        </AmountsAlike>
      </div>
    </Card>
  )
}

export function RulesCard({ rules }: { rules: Quote['rules'] }) {
  const { price: texts } = useText().ondemand
  const format = useFormat()
  const sentences = [
    texts.free(rules.freeMinutes, rules.freeHoursBefore),
    texts.accepted(format.money(rules.acceptedFeeCents)),
    texts.onTheWay(format.money(rules.onTheWayFeeCents)),
    texts.noAccess(format.money(rules.noAccessFeeCents)),
    texts.missed(format.money(rules.missedCreditCents)),
  ]
  return (
    <Card title={texts.rulesTitle}>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  )
}
