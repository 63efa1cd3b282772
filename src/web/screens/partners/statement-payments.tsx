/** What Recyclops has paid of one statement: recorded in parts as it arrives, taken back where it was a mistake. */
import { useState } from 'react'
import { cents, subtractCents } from '#domain/money.ts'
import { dateAt } from '#domain/time.ts'
import { type CallKey, type Reply, useAction } from '#web/api.ts'
import { useDeskZone } from '#web/desk/desk-zone.ts'
import { readDollars } from '#web/money/dollars.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { DateField } from '#web/ui/forms/date-field.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { useNow } from '#web/ui/now.ts'

type Statement = Reply<'GET /api/partner-statement'>
type Payment = Statement['payments'][number]

const CHANGED: readonly CallKey[] = [
  'GET /api/partner-statement',
  'GET /api/partner-statements',
  'GET /api/ledger-balances',
]

export function StatementPayments({ statement }: { statement: Statement }) {
  const { payments: words } = useText().partners
  const format = useFormat()
  const [isRecording, setRecording] = useState(false)
  const open = subtractCents(statement.totalCents, statement.paidCents)
  return (
    <Card
      title={words.title}
      actions={
        <Only may="money">
          {open > 0 && <Button onClick={() => setRecording(true)}>{words.record}</Button>}
        </Only>
      }
      isFlush={statement.payments.length > 0}
    >
      <p className={statement.payments.length > 0 ? 'px-4 pb-3 sm:px-5' : ''}>
        {open === 0
          ? words.paidWhole
          : words.open(
              format.money(open),
              format.money(statement.paidCents),
              format.money(statement.totalCents),
            )}
      </p>
      {statement.payments.length > 0 && (
        <List label={words.title}>
          {statement.payments.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </List>
      )}
      {isRecording && (
        <RecordPayment statementId={statement.id} openCents={open} onClose={() => setRecording(false)} />
      )}
    </Card>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const { payments: words } = useText().partners
  const format = useFormat()
  const takeBack = useAction('POST /api/void-partner-payment', { refreshes: CHANGED })
  const { voidedBy, voidedAt } = payment
  const isVoid = voidedBy !== null && voidedAt !== null
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: words.takeBackTitle(format.money(payment.amountCents)),
      body: words.takeBackBody,
      submitLabel: words.takeBack,
      isDanger: true,
      onSubmit: () => takeBack.mutateAsync({ body: { paymentId: payment.id } }),
    })
    if (isSure) showToast(words.takenBack)
  }
  return (
    <ListRow
      icon="card"
      title={payment.reference}
      detail={
        isVoid
          ? words.voided(voidedBy, format.dateTime(voidedAt))
          : words.recorded(format.date(payment.paidOn), payment.recordedBy)
      }
      state={isVoid && <Badge>{words.void}</Badge>}
      end={<Money amountCents={payment.amountCents} />}
      actions={
        !isVoid && (
          <Only may="money">
            <Button tone="quiet" onClick={() => void ask()}>
              {words.takeBack}
            </Button>
          </Only>
        )
      }
    />
  )
}

type RecordProps = { statementId: Statement['id']; openCents: Statement['totalCents']; onClose: () => void }

function RecordPayment({ statementId, openCents, onClose }: RecordProps) {
  const { payments: words } = useText().partners
  const format = useFormat()
  const today = dateAt(useNow(), useDeskZone())
  const draft = useDraft({ amountCents: (openCents / 100).toFixed(2), paidOn: String(today), reference: '' })
  const record = useAction('POST /api/record-partner-payment', { refreshes: CHANGED })
  const submit = async () => {
    const { amountCents: typed, ...rest } = draft.values
    const amountCents = readDollars(typed)
    if (amountCents === null) throw new FormRefusal(words.amountWrong, { amountCents: words.amountWrong })
    await record.mutateAsync({ body: { statementId, amountCents, ...rest } })
    draft.reset()
    showToast(words.done(format.money(cents(amountCents))))
    onClose()
  }
  return (
    <Dialog title={words.recordTitle} isOpen onClose={onClose}>
      <Form onSubmit={submit} submitLabel={words.record}>
        <p className="text-muted">{words.recordBody}</p>
        <TextField
          label={words.amount}
          hint={words.amountHint(format.money(openCents))}
          inputMode="decimal"
          {...draft.field('amountCents')}
        />
        <DateField label={words.paidOn} max={today} {...draft.field('paidOn')} />
        <TextField
          label={words.reference}
          hint={words.referenceHint}
          maxLength={80}
          {...draft.field('reference')}
        />
      </Form>
    </Dialog>
  )
}
