import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Attention } from '#web/ui/attention.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { linkTo } from '#web/urls.ts'

type Alert = Reply<'GET /api/customer-summary'>['alerts'][number]

const PROGRESS_EVERY_MS = 1_500

/** Each says what is wrong, what it means and what to do next. */
export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  return alerts.map((alert) => (
    <AlertBanner key={alert.kind === 'payment_declined' ? alert.paymentId : alert.kind} alert={alert} />
  ))
}

function AlertBanner({ alert }: { alert: Alert }) {
  const texts = useText().customer.home.alerts
  const format = useFormat()
  const addCard = (
    <ButtonLink icon="card" to={linkTo('addCard')}>
      {texts.addCard}
    </ButtonLink>
  )
  if (alert.kind === 'no_card')
    return (
      <Banner tone="info" icon="card" title={texts.noCard} actions={addCard}>
        {texts.noCardBody}
      </Banner>
    )
  if (alert.kind === 'card_expired')
    return (
      <Banner tone="warn" title={texts.expired(alert.last4)} actions={addCard}>
        {texts.expiredBody}
      </Banner>
    )
  const actions = (
    <>
      {addCard}
      <ButtonLink to={linkTo('receipt', { paymentID: alert.paymentId })}>{texts.seePayment}</ButtonLink>
    </>
  )
  return (
    <Attention tone="danger" title={texts.declined(format.money(alert.amountCents))} actions={actions}>
      {alert.paused ? texts.pausedBody : texts.declinedBody}
    </Attention>
  )
}

/** While many weekly services get their first visits; what it made visible is read again when it ends. */
export function PlanningProgress({ total, label }: { total: number; label?: string }) {
  const texts = useText().customer.home
  const client = useQueryClient()
  const progress = useEndpoint('GET /api/planning-progress', {}, { refetchMs: PROGRESS_EVERY_MS })
  const waiting = progress.data?.waitingJobCount
  useEffect(() => {
    if (waiting !== 0) return
    for (const key of ['GET /api/customer-summary', 'POST /api/get-visits', 'POST /api/get-weekly-jobs'])
      void client.invalidateQueries({ queryKey: [key] })
  }, [waiting, client])
  if (waiting === 0) return null
  return (
    <ProgressBar
      label={label ?? texts.planning(total)}
      value={total === 0 ? 1 : 1 - (waiting ?? total) / total}
    />
  )
}
