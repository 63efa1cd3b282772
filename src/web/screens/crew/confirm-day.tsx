/** One day of the week to confirm: every row is one big tick. */
import type { Reply } from '#web/api.ts'
import { type Services, useServices } from '#web/jobs/services.ts'
import { useWindowText } from '#web/jobs/window-text.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'

type Day = Reply<'POST /api/get-visits-to-confirm'>['days'][number]
type Visit = Day['visits'][number]

type ConfirmDayProps = {
  day: Day
  leftOff: ReadonlySet<string>
  onToggle: (visitId: string) => void
}

export function ConfirmDay({ day, leftOff, onToggle }: ConfirmDayProps) {
  const { assignments } = useText()
  const format = useFormat()
  const services = useServices()
  return (
    <Card
      isFlush
      title={format.longDay(day.date)}
      actions={<span className="nums text-sm text-muted">{assignments.visits(day.visits.length)}</span>}
    >
      <List label={format.longDay(day.date)}>
        {day.visits.map((visit) => (
          <VisitTick
            key={visit.visitId}
            visit={visit}
            services={services}
            isChosen={!leftOff.has(visit.visitId)}
            onToggle={() => onToggle(visit.visitId)}
          />
        ))}
      </List>
    </Card>
  )
}

type VisitTickProps = { visit: Visit; services: Services; isChosen: boolean; onToggle: () => void }

function VisitTick({ visit, services, isChosen, onToggle }: VisitTickProps) {
  const { confirm } = useText().assignments
  const windowText = useWindowText()
  return (
    <li>
      <label className="flex min-h-14 items-center gap-3 px-4 py-3 sm:px-5">
        <input
          type="checkbox"
          checked={visit.isConfirmed || isChosen}
          disabled={visit.isConfirmed}
          onChange={onToggle}
          aria-label={confirm.include(visit.propertyName)}
          className="size-6 shrink-0 accent-accent"
        />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="font-medium wrap-break-word">{visit.propertyName}</span>
          <span className="text-sm text-muted">
            {services.name(visit.serviceKey)} · {windowText(visit.window)}
          </span>
          {visit.isConfirmed && (
            <span>
              <Badge tone="good">{confirm.isConfirmed}</Badge>
            </span>
          )}
        </span>
        {visit.payCents !== null && (
          <span className="shrink-0">
            <Money amountCents={visit.payCents} />
          </span>
        )}
      </label>
    </li>
  )
}
