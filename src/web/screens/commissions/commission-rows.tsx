import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'

type CommissionsData = Reply<'GET /api/commissions'>

/** As badges know them. */
const TONES = {
  pending: 'pending',
  parked: 'due',
  available: 'available',
  spent: 'completed',
  on_its_way: 'in_transit',
  in_bank: 'paid',
  returned: 'returned',
  reversed: 'cancelled',
} as const

/** One commission: by whom, where it stands, and what went back and why. */
export function CommissionRow({ row }: { row: CommissionsData['commissions'][number] }) {
  const { commissions } = useText()
  const format = useFormat()
  const why = row.reversedBy.map((reason) => commissions.why[reason]).join(', ')
  const details = [
    format.dateTime(row.earnedAt),
    row.state === 'pending' && commissions.readyOn(format.dateTime(row.availableAt)),
    row.usedCents > 0 && row.state === 'available' && commissions.usedPart(format.money(row.usedCents)),
    row.reversedCents > 0 && commissions.takenBack(format.money(row.reversedCents), why),
  ]
  return (
    <ListRow
      title={row.firstName}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={row.amountCents} isStruck={row.state === 'reversed'} />
          <StateBadge state={TONES[row.state]} label={commissions.states[row.state]} />
        </span>
      }
    />
  )
}

const SPENDING_TONES = {
  used: 'completed',
  waiting: 'pending',
  on_its_way: 'in_transit',
  in_bank: 'paid',
  returned: 'returned',
  undone: 'cancelled',
} as const

export function SpendingRow({ row }: { row: CommissionsData['spendings'][number] }) {
  const { commissions } = useText()
  const format = useFormat()
  const details = [
    format.dateTime(row.spentAt),
    row.state === 'on_its_way' && row.arrivesAt && commissions.arrives(format.dateOf(row.arrivesAt)),
  ]
  return (
    <ListRow
      title={commissions.kinds[row.kind]}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={row.amountCents} isStruck={row.state === 'undone'} />
          <StateBadge state={SPENDING_TONES[row.state]} label={commissions.spendingStates[row.state]} />
        </span>
      }
    />
  )
}
