/** One chargeback with everything that speaks for us, and the answer to it. */
import type { ReactNode } from 'react'
import { journalTexts } from '#domain/ledger/journal-texts.ts'
import { useEndpoint } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { AnswerForm } from './answer-form.tsx'
import { type Chargeback, ChargebackState, Due } from './chargeback-state.tsx'

type Visit = Chargeback['visits'][number]

export function ChargebackPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { chargebacks: texts } = useText()
  const read = useEndpoint('GET /api/chargeback', { query: { id } })
  return (
    <aside aria-label={read.data?.customerName ?? texts.title} className="min-w-0">
      <Card>
        <div className="-mt-2 -mr-2 flex items-center justify-between gap-2">
          <h2 className="text-lg font-bold">{read.data?.customerName ?? '…'}</h2>
          <IconButton icon="close" label={texts.close} onClick={onClose} />
        </div>
        {read.isPending && <Skeleton rows={8} />}
        {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && <Details chargeback={read.data} />}
      </Card>
    </aside>
  )
}

function Details({ chargeback }: { chargeback: Chargeback }) {
  const words = journalTexts[useLanguage()]
  const { chargebacks: texts } = useText()
  const format = useFormat()
  const journals = chargeback.ledger.map(
    ({ kind, amountCents, at }) =>
      [words[kind], `${format.money(amountCents)} · ${format.dateOf(at)}`] as const,
  )
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <ChargebackState chargeback={chargeback} />
        {chargeback.state === 'needs_evidence' && <Due chargeback={chargeback} />}
      </div>
      <p>{textFor(texts.reasons, chargeback.reason) ?? texts.reasons.general}</p>
      <PaymentFacts chargeback={chargeback} />
      <AnswerForm chargeback={chargeback} />
      <Part title={texts.ledger}>
        <Facts facts={journals} />
      </Part>
      {chargeback.visits.map((visit) => (
        <VisitPart key={visit.id} visit={visit} />
      ))}
    </div>
  )
}

function PaymentFacts({ chargeback }: { chargeback: Chargeback }) {
  const { chargebacks: texts } = useText()
  const { facts: names } = texts
  const format = useFormat()
  const { payment, customer, paymentId, feeCents } = chargeback
  const at = (moment: string | null) => (moment === null ? '–' : format.dateTime(moment))
  return (
    <Facts
      facts={[
        [names.amount, format.money(chargeback.amountCents)],
        ...(feeCents === null ? [] : [[names.fee, format.money(feeCents)] as const]),
        ...(payment === null
          ? []
          : ([
              [names.paid, `${format.money(payment.totalCents)} · ${at(payment.paidAt)}`],
              [names.card, payment.card === null ? '–' : `${payment.card.brand} ···· ${payment.card.last4}`],
              [names.refunded, format.money(payment.refundedCents)],
            ] as const)),
        ...(paymentId === null
          ? []
          : [
              [
                names.receipt,
                <Link key="receipt" to={linkTo('operatorPayment', { payment_id: paymentId })}>
                  {names.openReceipt}
                </Link>,
              ] as const,
            ]),
        ...(customer === null
          ? []
          : ([
              [names.email, customer.email],
              [names.since, format.dateOf(customer.since)],
              [names.earlier, names.earlierValue(customer.paidCount, format.money(customer.paidCents))],
              [names.chargebacks, String(customer.chargebackCount)],
            ] as const)),
      ]}
    />
  )
}

function VisitPart({ visit }: { visit: Visit }) {
  const { chargebacks: texts } = useText()
  const { facts: names } = texts
  const format = useFormat()
  const services = useServices()
  const at = (moment: string | null) => (moment === null ? '–' : format.dateTime(moment, visit.timeZone))
  const { place } = visit
  const facts: readonly (readonly [string, string])[] = [
    [names.address, [visit.placeName, visit.address].filter(Boolean).join(', ')],
    [names.crew, visit.crewName ?? '–'],
    [names.price, format.money(visit.amountCents)],
    [names.window, `${at(visit.startsAt)} – ${format.time(visit.endsAt, visit.timeZone)}`],
    [names.started, at(visit.startedAt)],
    [names.completed, at(visit.completedAt)],
    [names.place, place === null ? '–' : `${place.lat.toFixed(5)}, ${place.lng.toFixed(5)}`],
    [names.distance, visit.distanceFeet === null ? '–' : format.distance(visit.distanceFeet)],
  ]
  return (
    <Part title={`${services.name(visit.serviceKey)}, ${format.day(visit.date)}`}>
      {visit.photos.length > 0 && (
        <PhotoStrip
          photos={visit.photos.map((photo) => ({ ...photo, alt: `${texts.photo}, ${at(photo.takenAt)}` }))}
        />
      )}
      <Facts facts={facts} />
      {visit.messages.length > 0 && (
        <>
          <h4 className="text-sm font-semibold">{texts.messages}</h4>
          <ul className="grid gap-1 text-sm">
            {visit.messages.map((message) => (
              <li key={message.at + message.text} className="wrap-anywhere">
                <span className="text-muted">{at(message.at)} · </span>
                {message.text}
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
