/** Statements of Recyclops for an operator: send one, see those before, say whose the lines of unknown crews are. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { subtractCents } from '#domain/money.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { FileStep } from '#web/imports/file-step.tsx'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { upload } from '#web/upload.ts'
import { linkTo } from '#web/urls.ts'
import { type PartnerCrew, PickCrew } from './pick-crew.tsx'
import { StatementLines } from './statement-lines.tsx'
import { StatementPreview } from './statement-preview.tsx'

type Summary = Reply<'GET /api/partner-statements'>['statements'][number]

const LARGEST_BYTES = 2 * 1024 * 1024

/** `?draft=` is one that is being checked, `?id=` one that counts. */
export function Statements() {
  const { statements } = useText().partners
  const [search, setSearch] = useSearchParams()
  const [draft, id] = [search.get('draft'), search.get('id')]
  const close = () => setSearch({}, { replace: true })
  if (draft !== null)
    return (
      <Page title={statements.title} back={linkTo('operatorStatements')} width="wide">
        <StatementPreview
          key={draft}
          statementId={draft}
          onConfirmed={() => setSearch({ id: draft }, { replace: true })}
          onGone={close}
        />
      </Page>
    )
  if (id !== null)
    return (
      <Page title={statements.title} back={linkTo('operatorStatements')} width="wide">
        <StatementLines statementId={id} />
      </Page>
    )
  const send = async (file: Blob, fileName: string, onProgress: (share: number) => void) => {
    const sent = await upload('POST /api/upload-partner-statement', { file, query: { fileName }, onProgress })
    if (sent.isConfirmed) showToast(statements.known)
    setSearch(sent.isConfirmed ? { id: sent.statementId } : { draft: sent.statementId })
  }
  return (
    <Page title={statements.title} back={linkTo('operatorMoney')} width="wide">
      <Only may="money" isSaid>
        <FileStep texts={statements} maxBytes={LARGEST_BYTES} send={send} />
      </Only>
      <AllStatements />
    </Page>
  )
}

function AllStatements() {
  const { partners } = useText()
  const format = useFormat()
  const pages = useEndpointPages('GET /api/partner-statements', {}, (page) => page.statements)
  const unmatched = pages.first?.unmatched ?? []
  return (
    <>
      {pages.first !== undefined && pages.rows.length > 0 && (
        <p className="text-muted">
          {pages.first.owedCents > 0
            ? partners.payments.owed(format.money(pages.first.owedCents))
            : partners.payments.owesNothing}
        </p>
      )}
      {unmatched.length > 0 && <Unmatched crews={unmatched} />}
      <PagedList
        pages={pages}
        label={partners.statements.list}
        more={partners.more}
        empty={<EmptyState icon="recycle" title={partners.statements.none} />}
      >
        {(statement) => <StatementRow key={statement.id} statement={statement} />}
      </PagedList>
    </>
  )
}

function Unmatched({ crews }: { crews: readonly PartnerCrew[] }) {
  const { partners } = useText()
  const format = useFormat()
  const [picking, setPicking] = useState<PartnerCrew>()
  return (
    <Card title={partners.statements.unmatchedTitle} isFlush>
      <p className="px-4 pb-2 text-muted sm:px-5">{partners.statements.unmatchedBody}</p>
      <List label={partners.statements.unmatchedTitle}>
        {crews.map((crew) => (
          <ListRow
            key={crew.crewRef}
            icon="warning"
            title={crew.name ?? crew.identities[0]}
            detail={[
              ...crew.identities,
              partners.statements.unmatched(crew.lineCount, format.money(crew.amountCents)),
            ].join(' · ')}
            actions={
              <Only may="money">
                <Button onClick={() => setPicking(crew)}>{partners.statements.match}</Button>
              </Only>
            }
          />
        ))}
      </List>
      {picking && <PickCrew crew={picking} onClose={() => setPicking(undefined)} />}
    </Card>
  )
}

function StatementRow({ statement }: { statement: Summary }) {
  const { statements, payments } = useText().partners
  const format = useFormat()
  const { periodStart, periodEnd, confirmedBy, confirmedAt } = statement
  const isConfirmed = confirmedAt !== null
  const details = [
    isConfirmed && statements.counts(statement.lineCount, statement.repeatedLines, statement.refusedRows),
    isConfirmed && confirmedBy !== null
      ? statements.confirmedBy(confirmedBy, format.dateTime(confirmedAt))
      : statements.imported(statement.uploadedBy, format.dateTime(statement.uploadedAt)),
    isConfirmed &&
      (statement.paidCents < statement.totalCents
        ? payments.part(format.money(subtractCents(statement.totalCents, statement.paidCents)))
        : payments.whole),
    statement.fileName,
  ]
  return (
    <ListRow
      to={linkTo('operatorStatements', {}, isConfirmed ? { id: statement.id } : { draft: statement.id })}
      icon="recycle"
      title={
        periodStart === null || periodEnd === null
          ? statement.fileName
          : format.dateRange(periodStart, periodEnd)
      }
      detail={details.filter(Boolean).join(' · ')}
      state={
        <StateBadge
          state={isConfirmed ? 'completed' : 'open'}
          label={isConfirmed ? statements.confirmed : statements.draft}
        />
      }
      end={isConfirmed && <Money amountCents={statement.totalCents} />}
    />
  )
}
