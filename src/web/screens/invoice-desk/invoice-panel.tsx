/** One invoice beside the list: its lines, when it is due, what came for it, its paper, and what can be done. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { couponText, isWork, lineText } from '#domain/billing/receipt.ts'
import { cents } from '#domain/money.ts'
import { addressOf, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { PaperParties } from '#web/money/paper-parties.tsx'
import { useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { RecordDialog, VoidDialog } from './invoice-dialogs.tsx'

type Invoice = Reply<'GET /api/invoice'>

export function InvoicePanel({ invoiceId, closeTo }: { invoiceId: string; closeTo: string }) {
  const { ui } = useText()
  const navigate = useNavigate()
  const read = useEndpoint('GET /api/invoice', { query: { id: invoiceId } })
  if (read.isError && !read.data) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={8} />
  return (
    <Card
      title={read.data.number}
      actions={<IconButton icon="close" label={ui.close} onClick={() => void navigate(closeTo)} />}
    >
      <div className="grid gap-5">
        <PaperParties
          letterhead={read.data.letterhead}
          billedTo={{ ...read.data, personName: read.data.customerName }}
        />
        <Head invoice={read.data} />
        <Actions invoice={read.data} />
        <Lines invoice={read.data} />
        <Receipts invoice={read.data} />
        <CreditNotes invoice={read.data} />
      </div>
    </Card>
  )
}

function Head({ invoice }: { invoice: Invoice }) {
  const { invoices, invoiceDesk: texts } = useText()
  const format = useFormat()
  const { state, openCents, totalCents, daysOverdue, processingCents } = invoice
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">{invoice.companyName || invoice.customerName}</span>
        <StateBadge state={state} label={invoices.states[state]} />
      </p>
      <p className="flex flex-wrap items-baseline gap-2">
        <Money amountCents={openCents} isLarge />
        <span className="text-muted">{invoices.of(format.money(totalCents))}</span>
      </p>
      <p className={daysOverdue > 0 ? 'text-danger' : 'text-muted'}>
        {invoices.due(format.date(invoice.dueOn))}
        {daysOverdue > 0 && ` · ${invoices.late(daysOverdue)}`}
      </p>
      <p className="text-sm text-muted">
        {texts.issuedOn} {format.date(invoice.issuedOn)} ·{' '}
        {format.dateRange(invoice.periodStart, invoice.periodEnd)}
      </p>
      {processingCents > 0 && (
        <p className="text-sm text-muted">{invoices.inProcess(format.money(processingCents))}</p>
      )}
      {invoice.copiesTo.length > 0 && (
        <p className="text-sm wrap-anywhere text-muted">
          {texts.copies}: {invoice.copiesTo.join(', ')}
        </p>
      )}
      {invoice.replacedBy !== null && <p>{texts.replacedBy(invoice.replacedBy)}</p>}
    </div>
  )
}

function Actions({ invoice }: { invoice: Invoice }) {
  const { invoices, invoiceDesk: texts } = useText()
  const [asked, setAsked] = useState<'record' | 'void'>()
  const remind = useAction('POST /api/remind-of-invoice')
  const may = useMay()
  const isOpen = invoice.openCents > 0 && may('money')
  // What came for it would have to go back first.
  const canVoid = isOpen && invoice.paidCents === 0 && invoice.processingCents === 0
  const mailAgain = () =>
    remind.mutate(
      { body: { invoiceId: invoice.id } },
      {
        onSuccess: () => showToast(texts.reminded),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  const close = () => setAsked(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {isOpen && (
        <>
          <Button tone="primary" onClick={() => setAsked('record')}>
            {texts.record}
          </Button>
          <Button isBusy={remind.isPending} onClick={mailAgain}>
            {texts.remind}
          </Button>
        </>
      )}
      <ExternalLink
        href={addressOf('GET /api/invoice-pdf', { id: invoice.id })}
        isButton
        icon="download"
        isNewTab={false}
      >
        {invoices.pdf}
      </ExternalLink>
      {canVoid && (
        <Button tone="quiet" onClick={() => setAsked('void')}>
          {texts.void}
        </Button>
      )}
      {asked === 'record' && <RecordDialog invoice={invoice} onClose={close} />}
      {asked === 'void' && <VoidDialog invoice={invoice} onClose={close} />}
    </div>
  )
}

function Lines({ invoice }: { invoice: Invoice }) {
  const { invoiceDesk: texts, money } = useText()
  const format = useFormat()
  const sums = (
    [
      [couponText(money.receipt.coupon, invoice.couponCodes), -invoice.couponCents],
      [money.receipt.tax, invoice.taxCents],
      [texts.credit, -invoice.creditCents],
    ] as const
  ).filter(([, amountCents]) => amountCents !== 0)
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.lines}</h3>
      <ul className="grid gap-2">
        {invoice.lines.filter(isWork).map((line, index) => (
          <li key={`${index}`} className="flex justify-between gap-4">
            <span className="min-w-0">
              {lineText(money.receipt.lineTexts, line)}
              <span className="block text-sm text-muted">
                {[line.date && format.date(line.date), line.placeName, line.poNumber]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Money amountCents={line.amountCents} />
          </li>
        ))}
        {sums.map(([label, amountCents]) => (
          <li key={label} className="flex justify-between gap-4 text-muted">
            {label}
            <Money amountCents={cents(amountCents)} />
          </li>
        ))}
        {invoice.exemptions.map(({ number, issuedBy }) => (
          <li key={`${issuedBy} ${number}`} className="text-muted">
            {money.receipt.exempt(number, issuedBy)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Receipts({ invoice: { receipts } }: { invoice: Invoice }) {
  const { invoiceDesk: texts } = useText()
  const format = useFormat()
  if (receipts.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.receipts}</h3>
      <ul className="grid gap-2">
        {receipts.map((receipt) => (
          <li key={receipt.id} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              {texts.ways[receipt.way]} {receipt.reference}
              <span className="block text-sm text-muted">
                {[texts.receiptStates[receipt.state], receipt.receivedOn && format.date(receipt.receivedOn)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Money amountCents={receipt.amountCents} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CreditNotes({ invoice: { creditNotes } }: { invoice: Invoice }) {
  const { invoiceDesk: texts } = useText()
  const format = useFormat()
  if (creditNotes.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.creditNotes}</h3>
      <ul className="grid gap-2">
        {creditNotes.map((note) => (
          <li key={note.id} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              <ExternalLink href={addressOf('GET /api/credit-note-pdf', { id: note.id })} isNewTab={false}>
                {note.number}
              </ExternalLink>
              <span className="block text-sm text-muted">
                {format.date(note.issuedOn)} · {note.reason}
              </span>
            </span>
            <Money amountCents={note.amountCents} />
          </li>
        ))}
      </ul>
    </section>
  )
}
