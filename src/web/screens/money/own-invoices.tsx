/** A customer's own invoices, where there are any: what is open, when it is due, the paper, and the way to pay. */
import { cents, subtractCents } from '#domain/money.ts'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink, ExternalLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'

type OwnInvoice = Reply<'GET /api/invoices'>['invoices'][number]

export function OwnInvoices() {
  const { invoices: texts } = useText()
  const format = useFormat()
  const pages = useEndpointPages('GET /api/invoices', {}, (page) => page.invoices)
  const { rows, first } = pages
  if (first === undefined || (first.terms === null && rows.length === 0)) return null
  return (
    <Card title={texts.title} isFlush>
      <p className="px-4 text-muted sm:px-5">
        {[
          first.terms && texts.terms(first.terms.netDays),
          first.openCents > 0 && texts.openSum(format.money(first.openCents)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <List label={texts.title}>
        {rows.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </List>
      <MoreRows pages={pages}>{texts.more}</MoreRows>
    </Card>
  )
}

function InvoiceRow({ invoice }: { invoice: OwnInvoice }) {
  const { invoices: texts } = useText()
  const format = useFormat()
  const details = [
    invoice.daysOverdue > 0 ? texts.late(invoice.daysOverdue) : texts.due(format.date(invoice.dueOn)),
    invoice.processingCents > 0 && texts.inProcess(format.money(invoice.processingCents)),
  ]
  return (
    <>
      <ListRow
        title={invoice.number}
        detail={details.filter(Boolean).join(' · ')}
        end={
          <span className="grid justify-items-end gap-1">
            <Money amountCents={invoice.openCents > 0 ? invoice.openCents : invoice.totalCents} />
            <StateBadge state={invoice.state} label={texts.states[invoice.state]} />
          </span>
        }
        actions={
          <>
            {invoice.openCents > invoice.processingCents && <PayLink invoiceId={invoice.id} />}
            <Paper href={addressOf('GET /api/invoice-pdf', { id: invoice.id })} />
          </>
        }
      />
      {invoice.creditedCents > 0 && <CreditNotes invoiceId={invoice.id} />}
    </>
  )
}

/** What was credited, each with its paper, below the invoice. */
function CreditNotes({ invoiceId }: { invoiceId: string }) {
  const { invoices: texts } = useText()
  const invoice = useEndpoint('GET /api/invoice', { query: { id: invoiceId } })
  const format = useFormat()
  return invoice.data?.creditNotes.map(({ id, number, issuedOn, reason, amountCents }) => (
    <ListRow
      key={id}
      title={texts.payPage.creditNote(number)}
      detail={`${format.date(issuedOn)} · ${reason}`}
      end={<Money amountCents={subtractCents(cents(0), amountCents)} />}
      actions={<Paper href={addressOf('GET /api/credit-note-pdf', { id })} />}
    />
  ))
}

function Paper({ href }: { href: string }) {
  const { invoices: texts } = useText()
  return (
    <ExternalLink href={href} isButton icon="download" isNewTab={false}>
      {texts.pdf}
    </ExternalLink>
  )
}

function PayLink({ invoiceId }: { invoiceId: string }) {
  const { invoices: texts } = useText()
  const invoice = useEndpoint('GET /api/invoice', { query: { id: invoiceId } })
  const path = invoice.data?.payPath
  return path == null ? null : (
    <ButtonLink tone="primary" to={path}>
      {texts.pay}
    </ButtonLink>
  )
}
