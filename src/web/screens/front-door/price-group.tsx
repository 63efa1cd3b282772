/** Services of one kind with what they cost, each with a quantity that can be tried. */
import type { ReactNode } from 'react'
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Money } from '#web/ui/money.tsx'

type Row = Reply<'POST /api/price-street'>['prices'][number]

type PriceGroupProps = {
  title: string
  rows: readonly Row[]
  onChange: (serviceKey: string, quantity: number) => void
  children?: ReactNode
}

export function PriceGroup({ title, rows, onChange, children }: PriceGroupProps) {
  return (
    <div className="px-4 pb-4 sm:px-5">
      <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
      <ul aria-label={title} className="divide-y divide-line">
        {rows.map((row) => (
          <PriceRow
            key={row.serviceKey}
            row={row}
            onChange={(quantity) => onChange(row.serviceKey, quantity)}
          />
        ))}
      </ul>
      {children}
    </div>
  )
}

const MOST = 1_000

function PriceRow({ row, onChange }: { row: Row; onChange: (quantity: number) => void }) {
  const { customer, frontDoor } = useText()
  const { prices: texts } = frontDoor
  const services = useServices()
  const name = services.name(row.serviceKey)
  return (
    <li className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 py-1.5">
      <Icon name={services.icon(row.serviceKey)} className="text-accent" />
      <div className="min-w-0">
        <p className="font-medium leading-tight">{name}</p>
        <p className="-ml-3 flex items-center text-sm text-muted">
          <IconButton
            icon="minus"
            label={texts.less(name)}
            disabled={row.quantity <= 1}
            onClick={() => onChange(row.quantity - 1)}
          />
          <span className="nums">{customer.quantity(row.quantity, services.unit(row.serviceKey))}</span>
          <IconButton
            icon="plus"
            label={texts.more(name)}
            disabled={row.quantity >= MOST}
            onClick={() => onChange(row.quantity + 1)}
          />
        </p>
      </div>
      <p className="text-right">
        <span className="text-lg font-semibold">
          <Money amountCents={row.totalCents} />
        </span>
        {row.taxCents > 0 && <span className="block text-sm text-muted">{texts.withTax}</span>}
      </p>
    </li>
  )
}
