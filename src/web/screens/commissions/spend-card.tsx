/** Using what is available: as credit, to the bank, or with a crew's next pay. */
import { type Cents, cents } from '#domain/money.ts'
import { type CallKey, type Reply, useAction } from '#web/api.ts'
import { useUserType } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Link } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'

type CommissionsData = Reply<'GET /api/commissions'>
type How = 'credit' | 'alone' | 'with_payout'
const REFRESHES: readonly CallKey[] = ['GET /api/commissions', 'GET /api/commission-statement']

export function SpendCard({ data }: { data: CommissionsData }) {
  const { commissions } = useText()
  const format = useFormat()
  const isCustomer = useUserType() === 'Customer'
  const use = useAction('POST /api/use-commission', { refreshes: REFRESHES })
  const withdraw = useAction('POST /api/withdraw-commission', { refreshes: REFRESHES })
  const draft = useDraft<{ how: How; amount: string }>({
    how: isCustomer ? 'credit' : 'with_payout',
    amount: (data.availableCents / 100).toFixed(2),
  })
  const { how, amount } = draft.values
  const canSend = data.payoutAccount.state === 'ready'
  const submit = async () => {
    const amountCents = centsOf(amount)
    if (amountCents === null)
      throw new FormRefusal(commissions.amountWrong, { amount: commissions.amountWrong })
    if (how === 'credit') await use.mutateAsync({ body: { amountCents } })
    else await withdraw.mutateAsync({ body: { amountCents, how } })
    const done = { credit: 'usedDone', alone: 'sentDone', with_payout: 'payDone' } as const
    showToast(commissions[done[how]](format.money(amountCents)))
    draft.reset({ how, amount: (Math.max(0, data.availableCents - amountCents) / 100).toFixed(2) })
  }
  const first = isCustomer
    ? { value: 'credit' as const, label: commissions.toCredit }
    : { value: 'with_payout' as const, label: commissions.withPay }
  const hints = {
    credit: commissions.toCreditHint,
    with_payout: commissions.withPayHint,
    alone: commissions.toBankHint(format.money(data.rules.withdrawalMinimumCents)),
  }
  return (
    <Card title={commissions.spendTitle}>
      <Form onSubmit={submit} submitLabel={commissions.use} label={commissions.spendTitle}>
        <ChipGroup
          label={commissions.how}
          options={[first, { value: 'alone' as const, label: commissions.toBank }]}
          {...draft.field('how')}
        />
        <TextField
          label={commissions.amount}
          hint={hints[how]}
          inputMode="decimal"
          maxLength={12}
          {...draft.field('amount')}
        />
        {how !== 'credit' && <Destination account={data.payoutAccount} />}
      </Form>
      {!canSend && how !== 'credit' && <p className="pt-3 text-muted">{commissions.connectBody}</p>}
    </Card>
  )
}

function Destination({ account: { state, bank } }: { account: CommissionsData['payoutAccount'] }) {
  const { commissions } = useText()
  return (
    <p className="flex flex-wrap gap-2">
      {bank !== null && <span>{commissions.paysTo(bank.name, bank.last4)}</span>}
      {state !== 'ready' && (
        <Link to={linkTo('stripeConnect')}>{state === 'none' ? commissions.connect : commissions.mend}</Link>
      )}
    </p>
  )
}

/** Null where it is no amount: a sign, an exponent or a third decimal is none. */
function centsOf(text: string): Cents | null {
  const [, dollars, part = ''] = /^\$?(\d{1,6})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? null : cents(Number(dollars) * 100 + Number(part.padEnd(2, '0')))
}
