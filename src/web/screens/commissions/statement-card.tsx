/** What happened in one month, with the balance before and after. */
import { useState } from 'react'
import { addDays, addMonths, dateAt, instant, localDate } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const MONTHS_BACK = 13

export function StatementCard() {
  const { commissions } = useText()
  const format = useFormat()
  const zone = useUser()?.time_zone ?? 'UTC'
  const [months] = useState(() => monthsUntil(dateAt(instant(Date.now()), zone)))
  const [month, setMonth] = useState(months[0]!)
  const monthLabel = (value: string) => {
    const from = localDate(`${value}-01`)
    return format.dateRange(from, addDays(addMonths(from, 1), -1))
  }
  const read = useEndpoint('GET /api/commission-statement', { query: { month } })
  return (
    <Card title={commissions.statement}>
      <div className="grid gap-4">
        <SelectField
          label={commissions.month}
          name="month"
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: monthLabel(value) }))}
        />
        {read.isPending && <Skeleton rows={3} />}
        {read.isLoadingError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {read.data && (
          <List label={commissions.statement}>
            <ListRow title={commissions.opening} end={<Money amountCents={read.data.openingCents} />} />
            {read.data.lines.map((line, index) => (
              <ListRow
                key={`${line.at} ${index}`}
                title={[commissions.lines[line.kind], line.firstName].filter(Boolean).join(' · ')}
                detail={format.dateTime(line.at)}
                end={<Money amountCents={line.amountCents} />}
              />
            ))}
            {read.data.lines.length === 0 && <ListRow title={commissions.noLines} />}
            <ListRow title={commissions.closing} end={<Money amountCents={read.data.closingCents} />} />
          </List>
        )}
      </div>
    </Card>
  )
}

/** This month and those before it, newest first, as `2026-03`. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const count = year * 12 + month - 1 - back
    return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
  })
}
