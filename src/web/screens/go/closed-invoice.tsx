/** An invoice with nothing left to pay: what was paid or credited, when, and the paper that says so. */
import { addressOf, type Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PaperParties } from '#web/money/paper-parties.tsx'
import { Money } from '#web/ui/money.tsx'

type Linked = Reply<'POST /api/get-invoice-by-link'>

export function ClosedInvoice({ goId, invoice }: { goId: string; invoice: Linked }) {
  const { payPage } = useText().invoices
  const { number, companyName } = invoice
  const isPaid = invoice.state === 'paid'
  const says = isPaid ? payPage.closed.paid : payPage.closed.credited
  return (
    <>
      <Card>
        <EmptyState
          icon="check"
          title={payPage.deadTitle}
          action={<PaperLink goId={goId} label={isPaid ? payPage.receipt : payPage.creditedPaper} />}
        >
          {says(number, companyName)}
        </EmptyState>
      </Card>
      <Card title={isPaid ? payPage.received : undefined}>
        <Came goId={goId} invoice={invoice} />
      </Card>
      <Card>
        <PaperParties letterhead={invoice.letterhead} billedTo={{ ...invoice, personName: '' }} />
      </Card>
    </>
  )
}

/** A plain link: the browser brings the file, as from the mail. */
export function PaperLink({ goId, label }: { goId: string; label: string }) {
  return (
    <a
      href={addressOf('GET /api/invoice-pdf-by-link', { goId })}
      download
      className={buttonLook('secondary')}
    >
      {label}
    </a>
  )
}

function Came({ goId, invoice: { receipts, creditNotes } }: { goId: string; invoice: Linked }) {
  const { payPage } = useText().invoices
  const rows = [
    ...receipts.map((receipt) => ({
      key: `${receipt.receivedOn} ${receipt.reference} ${receipt.amountCents}`,
      name: [payPage.ways[receipt.way], receipt.reference].filter((part) => part !== '').join(' · '),
      on: receipt.receivedOn,
      amountCents: receipt.amountCents,
      href: null,
    })),
    ...creditNotes.map((note) => ({
      key: note.number,
      name: payPage.creditNote(note.number),
      on: note.issuedOn,
      amountCents: note.amountCents,
      href: addressOf('GET /api/credit-note-pdf-by-link', { goId, number: note.number }),
    })),
  ]
  return (
    <ul className="grid gap-3">
      {rows.map((row, index) => (
        <Row key={`${index} ${row.key}`} row={row} />
      ))}
    </ul>
  )
}

type CameRow = {
  readonly name: string
  readonly on: Linked['dueOn']
  readonly amountCents: Linked['openCents']
  /** Of its own paper. */
  readonly href: string | null
}

function Row({ row }: { row: CameRow }) {
  const format = useFormat()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        {row.href === null ? (
          row.name
        ) : (
          <a href={row.href} download className="font-medium text-brand underline">
            {row.name}
          </a>
        )}
        <span className="block text-sm text-muted">{format.date(row.on)}</span>
      </span>
      <Money amountCents={row.amountCents} />
    </li>
  )
}
