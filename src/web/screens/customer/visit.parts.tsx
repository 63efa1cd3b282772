import type { Reply } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Visit = Reply<'GET /api/visit'>

/** The lines as they are charged, or as they will be by the prices in force. */
export function PriceCard({ visit }: { visit: Visit }) {
  const texts = useText().customer.visit
  const lines = visit.priceLines ?? []
  if (lines.length === 0 || visit.state === 'cancelled' || visit.state === 'skipped') return null
  // A missed visit costs only what a wasted trip is owed.
  if (visit.state === 'missed' && lines.every((line) => line.kind !== 'call_out')) return null
  const isFrozen = visit.state === 'completed' || visit.state === 'missed'
  return (
    <Card title={isFrozen ? texts.price : texts.priceSoFar}>
      <ul className="grid gap-1.5">
        {lines.map((line) => (
          <li
            key={`${line.kind}${line.note ?? ''}`}
            className="flex justify-between gap-x-3 crowded:flex-wrap"
          >
            <span>{line.note ? `${texts.lines[line.kind]}: ${line.note}` : texts.lines[line.kind]}</span>
            <Money amountCents={line.amountCents} />
          </li>
        ))}
        <li className="flex justify-between gap-3 border-t border-line pt-2 font-semibold">
          <span>{texts.total}</span>
          {visit.totalCents != null && <Money amountCents={visit.totalCents} />}
        </li>
      </ul>
      <p className="pt-3 text-sm text-muted">
        {visit.paymentId === null ? (
          visit.orderId === null ? (
            texts.billedLater
          ) : (
            texts.billedWhenDone
          )
        ) : (
          <Link to={linkTo('receipt', { paymentID: visit.paymentId })}>{texts.billed}</Link>
        )}
      </p>
    </Card>
  )
}
