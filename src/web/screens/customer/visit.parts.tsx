/** The parts of a visit's page: facts, steps, price. */
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import { MoveButton } from '#web/visits/move-visit.tsx'
import { useMoveVisit } from '#web/visits/use-move-visit.ts'
import { useSkip } from '#web/visits/use-skip.ts'
import { timeOf } from '#web/visits/visit-row.tsx'

export type Visit = Reply<'GET /api/visit'>

export function Facts({ visit }: { visit: Visit }) {
  const { customer } = useText()
  const texts = customer.visit
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const facts = [
    [texts.when, `${format.longDay(visit.date)} · ${timeOf(visit, format, customer.anytime)}`],
    [
      texts.where,
      <Link key="where" to={linkTo('property', { property_id: visit.propertyId })}>
        {visit.address ?? visit.propertyName}
      </Link>,
    ],
    [texts.what, customer.quantity(visit.quantity, services.unit(visit.serviceKey))],
    ...(visit.crewFirstName === null && isOff(visit)
      ? []
      : [[texts.crew, visit.crewFirstName ?? texts.noCrew] as const]),
    ...(visit.notes === '' ? [] : [[texts.notes, visit.notes]]),
  ] as const
  return (
    <Card title={texts.details}>
      <dl className="grid gap-3">
        {facts.map(([term, value]) => (
          <div key={term} className="grid gap-0.5">
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-medium first-letter:uppercase">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-sm text-muted">{texts.placeTime(zoneName(visit.timeZone, language))}</p>
    </Card>
  )
}

/** What the server lets the customer do now; skipping says first what it means for the bill. */
export function Steps({ visit }: { visit: Visit }) {
  const { customer, schedule } = useText()
  const texts = customer.visit
  const format = useFormat()
  const move = useMoveVisit()
  const mayHere = useMayHere()
  const { leaveOut, putBack, isBusy } = useSkip()
  const skip = async () => {
    const isSure = await confirmPrompt({
      title: texts.skipTitle,
      body: visit.priceCents === null ? undefined : texts.skipEffect(format.money(visit.priceCents)),
      submitLabel: texts.skip,
    })
    if (isSure) leaveOut(visit)
  }
  if (!mayHere('schedule')) return null
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {visit.canSkip && <MoveButton visit={visit} />}
      {visit.canSkip && visit.moved?.by === 'customer' && (
        <Button icon="undo" isBusy={move.isBusy} onClick={() => move.putBack(visit.id)}>
          {schedule.move.back}
        </Button>
      )}
      {visit.canSkip && (
        <Button isBusy={isBusy} onClick={() => void skip()}>
          {texts.skip}
        </Button>
      )}
      {visit.canUnskip && (
        <Button icon="undo" isBusy={isBusy} onClick={() => putBack(visit)}>
          {texts.unskip}
        </Button>
      )}
      {visit.orderId !== null && mayHere('places', true) && (
        <ButtonLink tone="primary" icon="list" to={linkTo('ondemand', {}, { order: visit.orderId })}>
          {isOff(visit) || visit.state === 'completed' ? texts.order : texts.orderToCancel}
        </ButtonLink>
      )}
      {visit.weeklyJobId !== null && (
        <ButtonLink icon="calendar" to={linkTo('jobs', {}, { tab: 'weekly', job: visit.weeklyJobId })}>
          {texts.weekly}
        </ButtonLink>
      )}
    </div>
  )
}

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

/** Nobody comes any more, and nothing is left to prove. */
export function isOff({ state }: Visit): boolean {
  return state === 'cancelled' || state === 'skipped' || state === 'missed'
}
