/** Early warnings of fraud that wait for an answer, above the chargebacks that they may become. */
import { type Reply, useAction } from '#web/api.ts'
import { useSecondPerson } from '#web/desk/use-second-person.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'

type Warning = Reply<'POST /api/get-fraud-warnings'>['warnings'][number]

export function FraudWarnings() {
  const { chargebacks } = useText()
  const { warnings: texts } = chargebacks
  const read = useEndpointPages('POST /api/get-fraud-warnings', { body: {} }, (page) => page.warnings)
  if (read.rows.length === 0) return null
  return (
    <Card title={texts.title}>
      <p className="text-muted">{texts.body}</p>
      <List label={texts.title}>
        {read.rows.map((warning) => (
          <WarningRow key={warning.id} warning={warning} />
        ))}
      </List>
      {read.hasNextPage && (
        <Button isBusy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
          {chargebacks.more}
        </Button>
      )}
    </Card>
  )
}

function WarningRow({ warning }: { warning: Warning }) {
  const { warnings: texts } = useText().chargebacks
  const format = useFormat()
  const answer = useAction('POST /api/answer-fraud-warning', {
    refreshes: ['POST /api/get-fraud-warnings', 'GET /api/market-payments', 'GET /api/ledger-balances'],
  })
  const askInstead = useSecondPerson()
  const { id: warningId, customerName } = warning
  const amount = format.money(warning.amountCents)
  const refund = async () => {
    const isSure = await confirmPrompt({
      title: texts.refundTitle(amount, customerName),
      body: texts.refundBody,
      submitLabel: texts.refund,
    })
    if (!isSure) return
    try {
      await answer.mutateAsync({ body: { warningId, answer: 'refund' } })
      showToast(texts.refunded)
    } catch (error) {
      const wish = { kind: 'fraud_warning', warningId, reason: texts.refundBody.slice(0, 300) } as const
      if (await askInstead(error, wish)) return
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    }
  }
  const leave = async () => {
    await answer.mutateAsync({ body: { warningId, answer: 'leave' } })
    showToast(texts.left)
  }
  return (
    <ListRow
      icon="warning"
      to={linkTo('operatorPayment', { payment_id: warning.paymentId })}
      title={customerName}
      detail={texts.warned(format.dateTime(warning.warnedAt))}
      end={<Money amountCents={warning.amountCents} />}
      actions={
        <Only may="money" isSaid>
          <Button tone="danger" isBusy={answer.isPending} onClick={() => void refund()}>
            {texts.refund}
          </Button>
          <Button tone="quiet" isBusy={answer.isPending} onClick={() => void leave()}>
            {texts.leave}
          </Button>
        </Only>
      }
    />
  )
}
