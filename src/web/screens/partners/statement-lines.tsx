/** One confirmed statement: who imported it, its lines and where their money is, and the rows that were not taken. */
import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { EarnedState } from './earned-state.tsx'
import { CHANGED, CrewSearch, PickCrew } from './pick-crew.tsx'
import { StatementPayments } from './statement-payments.tsx'

type Statement = Reply<'GET /api/partner-statement'>
type Line = Statement['lines'][number]

export function StatementLines({ statementId }: { statementId: string }) {
  const { partners } = useText()
  const [picking, setPicking] = useState<Line>()
  const pages = useEndpointPages(
    'GET /api/partner-statement',
    { query: { id: statementId } },
    (page) => page.lines,
  )
  return (
    <>
      {pages.first && <Facts statement={pages.first} />}
      {pages.first && pages.first.confirmedAt !== null && <StatementPayments statement={pages.first} />}
      <PagedList pages={pages} label={partners.statements.linesTitle} more={partners.more} empty={null}>
        {(line) => <LineRow key={line.id} line={line} onPick={() => setPicking(line)} />}
      </PagedList>
      {picking?.crew === null && (
        <PickCrew
          crew={{
            ...picking,
            name: picking.partnerName,
            identities: [],
            lineCount: 1,
            matchedBy: null,
            crew: null,
            stops: picking.stops ?? 0,
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
      {picking && picking.crew !== null && <MoveLine line={picking} onClose={() => setPicking(undefined)} />}
    </>
  )
}

function Facts({ statement }: { statement: Statement }) {
  const { statements } = useText().partners
  const format = useFormat()
  const { periodStart, periodEnd, confirmedBy, confirmedAt } = statement
  return (
    <Card
      title={periodStart && periodEnd ? format.dateRange(periodStart, periodEnd) : statement.fileName}
      actions={<Money amountCents={statement.totalCents} />}
    >
      <div className="grid gap-2 break-words">
        <p>{statements.counts(statement.lineCount, statement.repeatedLines, statement.refusedRows)}</p>
        <p className="text-muted">{statement.fileName}</p>
        <p className="text-muted">
          {statements.imported(statement.uploadedBy, format.dateTime(statement.uploadedAt))}
        </p>
        {confirmedBy !== null && confirmedAt !== null && (
          <p className="text-muted">{statements.confirmedBy(confirmedBy, format.dateTime(confirmedAt))}</p>
        )}
        {statement.unmatchedCount > 0 && (
          <Banner tone="warn">
            {statements.unmatched(statement.unmatchedCount, format.money(statement.unmatchedCents))}
          </Banner>
        )}
        <Faults faults={statement.faults} />
      </div>
    </Card>
  )
}

export function Faults({ faults }: { faults: readonly string[] }) {
  const { statements } = useText().partners
  if (faults.length === 0) return null
  return (
    <Banner tone="warn" title={statements.faults}>
      <ul className="grid max-h-80 list-disc gap-1 overflow-y-auto pl-5 break-words">
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Banner>
  )
}

function LineRow({ line, onPick }: { line: Line; onPick: () => void }) {
  const { partners } = useText()
  const format = useFormat()
  const canMove = line.state === 'waiting' || line.state === 'available' || line.state === 'unmatched'
  const details = [
    line.crew !== null && line.crew.name !== line.partnerName && line.partnerName,
    format.dateRange(line.periodStart, line.periodEnd),
    line.stops !== null && partners.stops(line.stops),
    partners.crew.line(line.lineId),
  ]
  return (
    <ListRow
      title={line.crew?.name ?? line.partnerName}
      detail={details.filter(Boolean).join(' · ')}
      state={<EarnedState state={line.state} />}
      end={<Money amountCents={line.amountCents} />}
      actions={
        canMove && (
          <Only may="money">
            <Button tone="quiet" onClick={onPick}>
              {line.crew === null ? partners.statements.match : partners.statements.change}
            </Button>
          </Only>
        )
      }
    />
  )
}

/** Only this line: a wrong crew for all that the partner calls so is another matter. */
function MoveLine({ line, onClose }: { line: Line; onClose: () => void }) {
  const { statements } = useText().partners
  const move = useAction('POST /api/move-partner-line', { refreshes: CHANGED })
  return (
    <CrewSearch
      title={statements.pickTitle(line.partnerName)}
      error={move.error}
      onClose={onClose}
      onPick={(picked) =>
        move.mutate(
          { body: { lineId: line.id, crewId: picked.id } },
          {
            onSuccess: () => {
              showToast(statements.moved(picked.name))
              onClose()
            },
          },
        )
      }
    />
  )
}
