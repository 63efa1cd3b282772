/** Pays an invoice by its mailed link, by card or bank debit, wholly or in part, without signing in. */
import { useState } from 'react'
import { cents, subtractCents } from '#domain/money.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { readDollars } from '#web/money/dollars.ts'
import { MethodForm } from '#web/money/method-form.tsx'
import { PaperParties } from '#web/money/paper-parties.tsx'
import { whileBankAsks } from '#web/payments/answer-bank.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { ClosedInvoice, PaperLink } from './closed-invoice.tsx'

type Paid = Reply<'POST /api/pay-invoice'>
type Linked = Reply<'POST /api/get-invoice-by-link'>

export function PayInvoice({ goId }: { goId: string }) {
  const { invoices } = useText()
  const { payPage } = invoices
  const invoice = useEndpoint('POST /api/get-invoice-by-link', { body: { goId } })
  const [paid, setPaid] = useState<Paid>()
  return (
    <Page title={payPage.title} width="narrow">
      {paid !== undefined && paid.state !== 'declined' ? (
        <Card>
          <Done paid={paid} goId={goId} />
        </Card>
      ) : invoice.isPending ? (
        <SkeletonCard rows={4} />
      ) : invoice.isError ? (
        <Card>
          <EmptyState icon="check" title={payPage.deadTitle}>
            {payPage.deadBody}
          </EmptyState>
        </Card>
      ) : invoice.data.openCents === 0 ? (
        <ClosedInvoice goId={goId} invoice={invoice.data} />
      ) : (
        <PaySteps goId={goId} invoice={invoice.data} isDeclined={paid !== undefined} onPaid={setPaid} />
      )}
    </Page>
  )
}

type StepsProps = { goId: string; invoice: Linked; isDeclined: boolean; onPaid: (paid: Paid) => void }

function PaySteps({ goId, invoice, isDeclined, onPaid }: StepsProps) {
  const { payPage } = useText().invoices
  const format = useFormat()
  const left = subtractCents(invoice.openCents, invoice.processingCents)
  const [typed, setTyped] = useState((left / 100).toFixed(2))
  const pay = useAction('POST /api/pay-invoice')
  const amountCents = readDollars(typed)
  const onToken = async (setupToken: string) => {
    if (amountCents === null || amountCents <= 0 || amountCents > left)
      throw new FormRefusal(payPage.amountWrong)
    const ask = () => pay.mutateAsync({ body: { goId, setupToken, amountCents } })
    onPaid(await whileBankAsks<Paid>(ask, (reply) => reply.nextAction))
  }
  if (left <= 0)
    return (
      <Card>
        <EmptyState icon="clock" title={payPage.allOnItsWay} />
      </Card>
    )
  const submitLabel = payPage.submit(format.money(amountCents === null ? left : cents(amountCents)))
  return (
    <>
      {isDeclined && (
        <Banner tone="danger" isAlert>
          {payPage.declined}
        </Banner>
      )}
      <Facts invoice={invoice} />
      <Card>
        <TextField
          label={payPage.amount}
          hint={payPage.amountHint}
          name="amount"
          value={typed}
          onChange={setTyped}
          inputMode="decimal"
        />
      </Card>
      <Card>
        <MethodForm
          submitLabel={submitLabel}
          onToken={onToken}
          invoiceGoId={goId}
          mandate={payPage.mandate}
        />
      </Card>
    </>
  )
}

function Facts({ invoice }: { invoice: Linked }) {
  const { invoices } = useText()
  const format = useFormat()
  const { openCents, totalCents, processingCents, dueOn, daysOverdue } = invoice
  return (
    <Card>
      <div className="grid gap-1">
        <PaperParties letterhead={invoice.letterhead} billedTo={{ ...invoice, personName: '' }} />
        <p className="pt-2 font-semibold">{invoices.payPage.heading(invoice.number, invoice.companyName)}</p>
        <p className="flex flex-wrap items-baseline gap-2">
          <Money amountCents={openCents} isLarge />
          {openCents < totalCents && (
            <span className="text-muted">{invoices.of(format.money(totalCents))}</span>
          )}
        </p>
        <p className={daysOverdue > 0 ? 'text-danger' : 'text-muted'}>
          {daysOverdue > 0 ? invoices.late(daysOverdue) : invoices.due(format.date(dueOn))}
        </p>
        {processingCents > 0 && (
          <p className="text-muted">{invoices.inProcess(format.money(processingCents))}</p>
        )}
      </div>
    </Card>
  )
}

function Done({ paid, goId }: { paid: Paid; goId: string }) {
  const { payPage } = useText().invoices
  const format = useFormat()
  if (paid.state !== 'paid')
    return (
      <EmptyState icon="clock" title={payPage.processingTitle}>
        {payPage.processingBody}
      </EmptyState>
    )
  const isWhole = paid.openCents === 0
  return (
    <EmptyState
      icon="check"
      title={payPage.paidTitle}
      action={isWhole && <PaperLink goId={goId} label={payPage.receipt} />}
    >
      {isWhole ? payPage.paidWhole : payPage.paidBody(format.money(paid.openCents))}
    </EmptyState>
  )
}
