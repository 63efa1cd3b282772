/** Refunds that no bank took: each is tried again, or given as credit. */
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

type Failed = Reply<'GET /api/failed-refunds'>['refunds'][number]

export function FailedRefunds() {
  const { failed: texts, more } = useText().chargebacks
  const read = useEndpointPages('GET /api/failed-refunds', {}, (page) => page.refunds)
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="wide">
      <PagedList
        pages={read}
        label={texts.title}
        more={more}
        empty={<EmptyState icon="check" title={texts.none} />}
      >
        {(refund) => <FailedRow key={refund.id} refund={refund} />}
      </PagedList>
    </Page>
  )
}

function FailedRow({ refund }: { refund: Failed }) {
  const { failed: texts } = useText().chargebacks
  const format = useFormat()
  const retry = useAction('POST /api/retry-refund', {
    refreshes: ['GET /api/failed-refunds', 'GET /api/market-payments', 'GET /api/ledger-balances'],
  })
  const amount = format.money(refund.amountCents)
  const tryCard = async () => {
    await retry.mutateAsync({ body: { refundId: refund.id, to: 'card' } })
    showToast(texts.retried)
  }
  const giveCredit = async () => {
    const isSure = await confirmPrompt({
      title: texts.creditTitle(amount, refund.customerName),
      body: texts.creditBody,
      submitLabel: texts.credit,
    })
    if (!isSure) return
    await retry.mutateAsync({ body: { refundId: refund.id, to: 'credit' } })
    showToast(texts.credited(amount))
  }
  return (
    <ListRow
      icon="undo"
      to={linkTo('operatorPayment', { payment_id: refund.paymentId })}
      title={refund.customerName}
      detail={
        <>
          <span className="block font-medium">{textFor(texts.why, refund.failure) ?? texts.why.unknown}</span>
          <span className="block wrap-anywhere">{texts.because(refund.reason)}</span>
          <span className="block">{texts.failedOn(format.dateTime(refund.failedAt))}</span>
        </>
      }
      end={<Money amountCents={refund.amountCents} />}
      actions={
        <Only may="refund" isSaid>
          <Button isBusy={retry.isPending} onClick={() => void tryCard()}>
            {texts.retry}
          </Button>
          <Button tone="quiet" isBusy={retry.isPending} onClick={() => void giveCredit()}>
            {texts.credit}
          </Button>
        </Only>
      }
    />
  )
}
