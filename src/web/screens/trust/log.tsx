/** Who did what to whom: filters in the address, a row for each entry, and beside them what was before and after. */
import { useSearchParams } from 'react-router'
import { addressOf, type Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { askedIn, logLink } from './asked-log.ts'
import { type Entry, EntryDetail } from './entry-detail.tsx'
import { LogFilters } from './log-filters.tsx'

type FirstPage = Reply<'GET /api/audit-log'>

export function Log() {
  const { auditLog: texts } = useText()
  const language = useLanguage()
  const [search] = useSearchParams()
  const asked = askedIn(search)
  const pages = useEndpointPages('GET /api/audit-log', { query: asked }, (page) => page.entries, {
    keepsPrevious: true,
  })
  const { first } = pages
  const opened = pages.rows.find(({ id }) => String(id) === search.get('entry'))
  return (
    <Page
      title={texts.title}
      width="wide"
      subtitle={first && texts.subtitle(first.marketName, zoneName(first.timeZone, language))}
      actions={
        <a href={addressOf('GET /api/audit-log-csv', asked)} download className={buttonLook('secondary')}>
          {texts.csv}
        </a>
      }
    >
      <LogFilters actors={first?.actors ?? []} person={first?.person ?? null} />
      <ListAndDetail detail={opened && first && <EntryDetail entry={opened} timeZone={first.timeZone} />}>
        <Card isFlush>
          {pages.isPending && <Skeleton rows={8} />}
          {pages.isError && !pages.isRefetchError && (
            <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
          )}
          {first && pages.rows.length === 0 && <EmptyState icon="search" title={texts.none} />}
          {first && pages.rows.length > 0 && <Entries rows={pages.rows} first={first} />}
          <MoreRows pages={pages}>{texts.more}</MoreRows>
        </Card>
      </ListAndDetail>
    </Page>
  )
}

function Entries({ rows, first }: { rows: readonly Entry[]; first: FirstPage }) {
  const { auditLog: texts } = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  return (
    <>
      <output className="block px-4 pt-3 text-sm text-muted sm:px-5">{countOf(first, texts, format)}</output>
      <DataTable
        label={texts.title}
        rows={rows}
        rowKey={({ id }) => String(id)}
        rowLink={({ id }) => logLink(search, { entry: String(id) })}
        columns={columnsOf(texts, format, first.timeZone)}
      />
    </>
  )
}

type Texts = ReturnType<typeof useText>['auditLog']

function countOf({ count, mostCounted }: FirstPage, texts: Texts, format: Format): string {
  if (count >= mostCounted) return texts.atLeast(format.count(mostCounted - 1))
  return count === 1 ? texts.oneEntry : texts.count(format.count(count))
}

function columnsOf(texts: Texts, format: Format, zone: string): Column<Entry>[] {
  return [
    { key: 'when', title: texts.when, isShort: true, cell: ({ at }) => format.dateTime(at, zone) },
    { key: 'who', title: texts.who, cell: ({ actor }) => actor?.name ?? texts.product },
    { key: 'what', title: texts.what, cell: ({ action }) => textFor(texts.actions, action) ?? action },
    {
      key: 'whom',
      title: texts.whom,
      cell: ({ people, isEveryMarket }) =>
        isEveryMarket ? <Badge>{texts.everyMarket}</Badge> : people.map(({ name }) => name).join(', ') || '–',
    },
  ]
}
