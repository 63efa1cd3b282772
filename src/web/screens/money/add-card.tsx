/** Saves a card or a bank account, or replaces the one on file; what a declined one left due is paid at once. */
import { useAction, useEndpoint } from '#web/api.ts'
import { useGo } from '#web/browser/go.ts'
import { CardOnFile } from '#web/money/card-on-file.tsx'
import { MethodForm } from '#web/money/method-form.tsx'
import { whileBankAsks } from '#web/payments/answer-bank.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

export function AddCard() {
  const { money, invoices } = useText()
  const format = useFormat()
  const go = useGo()
  const method = useEndpoint('POST /api/get-payment-method', { body: {} })
  const save = useAction('POST /api/save-card', {
    refreshes: ['POST /api/get-payment-method', 'GET /api/billing', 'GET /api/payments'],
  })
  const onToken = async (setupToken: string) => {
    const { charge } = await whileBankAsks(
      () => save.mutateAsync({ body: { setupToken } }),
      (reply) => reply.charge.nextAction,
    )
    if (charge.state === 'declined') showToast(money.card.savedNotPaid, { tone: 'danger' })
    else if (charge.state === 'processing') showToast(invoices.methods.savedAndOnItsWay, { tone: 'info' })
    else
      showToast(
        charge.paidCents > 0 ? money.card.savedAndPaid(format.money(charge.paidCents)) : money.card.saved,
      )
    go(linkTo('billing'))
  }
  const card = method.data?.card ?? null
  return (
    <Page
      title={card ? money.card.replaceTitle : money.card.title}
      subtitle={money.card.subtitle}
      back={linkTo('billing')}
      width="narrow"
    >
      {card && (
        <Card title={money.card.current}>
          <CardOnFile card={card} />
        </Card>
      )}
      <Card>
        <MethodForm submitLabel={money.card.save} onToken={onToken} mandate={invoices.methods.mandate} />
      </Card>
    </Page>
  )
}
