/** What was done, line by line, and the sums below: of a receipt and of a statement. */
import type { Cents } from '#domain/money.ts'
import type { LocalDate } from '#domain/time.ts'
import { amountCell } from '#web/money/amount-cell.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { AmountsAlike } from '#web/ui/amounts-alike.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { Money } from '#web/ui/money.tsx'

type PaperLine = {
  key: string
  date: LocalDate | null
  what: string
  placeName: string | null
  amountCents: Cents
  /** The visit that it was, where it can be opened. */
  to?: string | undefined
}

type PaperSum = { label: string; amountCents: Cents; isTotal?: boolean }

export function PaperLines({ lines, sums }: { lines: readonly PaperLine[]; sums: readonly PaperSum[] }) {
  const { receipt } = useText().money
  const format = useFormat()
  return (
    <Card title={receipt.lines} isFlush>
      <DataTable
        label={receipt.lines}
        rows={lines}
        rowKey={(line) => line.key}
        columns={[
          { key: 'day', title: receipt.day, cell: (line) => (line.date ? format.day(line.date) : '') },
          { key: 'service', title: receipt.service, cell: whatCell },
          { key: 'place', title: receipt.place, cell: (line) => line.placeName ?? '' },
          { key: 'amount', title: receipt.amount, isNumber: true, cell: amountCell },
        ]}
      />
      <AmountsAlike>
        <dl className="grid gap-1 border-t border-line px-4 py-4 sm:px-5">
          {sums.map((sum) => (
            <Sum key={sum.label} {...sum} />
          ))}
        </dl>
      </AmountsAlike>
    </Card>
  )
}

function whatCell({ what, to }: PaperLine) {
  return to === undefined ? what : <Link to={to}>{what}</Link>
}

/** A sum that says nothing at zero. */
export function unlessZero(label: string, amountCents: Cents): PaperSum[] {
  return amountCents === 0 ? [] : [{ label, amountCents }]
}

function Sum({ label, amountCents, isTotal = false }: PaperSum) {
  return (
    <div
      className={`flex justify-between gap-4 ${isTotal ? 'border-t border-line pt-2 text-lg font-bold' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-muted'}>{label}</dt>
      <dd>
        <Money amountCents={amountCents} />
      </dd>
    </div>
  )
}
