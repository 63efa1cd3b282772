/** The visits that a number was summed up from. */
import type { Language } from '#domain/language.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { nameIn, textFor } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Asked = { readonly from: LocalDate; readonly to: LocalDate; readonly serviceKey?: string }
type Row = Reply<'GET /api/number-visits'>['visits'][number]

const NUMBERS = ['visits', 'completed', 'filled', 'late', 'missed'] as const

export function NumberVisits({ asked, number }: { asked: Asked; number: string | null }) {
  const known = NUMBERS.find((each) => each === number)
  return known === undefined ? null : <Rows asked={asked} number={known} />
}

function Rows({ asked, number }: { asked: Asked; number: (typeof NUMBERS)[number] }) {
  const { numbers: texts, operator } = useText()
  const format = useFormat()
  const language = useLanguage()
  const pages = useEndpointPages(
    'GET /api/number-visits',
    { query: { ...asked, number } },
    (page) => page.visits,
  )
  return (
    <Card title={texts.rows[number]} isFlush>
      {pages.isPending && <Skeleton rows={5} />}
      {pages.isError && !pages.isRefetchError && (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isSuccess && pages.rows.length === 0 && <EmptyState icon="check" title={texts.noRows} />}
      {pages.rows.length > 0 && (
        <DataTable
          label={texts.rows[number]}
          rows={pages.rows}
          rowKey={({ id }) => id}
          rowLink={({ id }) => linkTo('visit', { visit_id: id })}
          columns={columnsOf(texts, operator.states, format, language)}
        />
      )}
      <MoreRows pages={pages}>{texts.more}</MoreRows>
    </Card>
  )
}

function columnsOf(
  texts: Text['numbers'],
  states: Text['operator']['states'],
  format: Format,
  language: Language,
): Column<Row>[] {
  return [
    { key: 'day', title: texts.day, isShort: true, cell: ({ date }) => format.day(date) },
    {
      key: 'service',
      title: texts.service,
      cell: (visit) => nameIn(language, visit),
    },
    { key: 'customer', title: texts.customer, cell: ({ customerName }) => customerName },
    { key: 'crew', title: texts.crew, cell: ({ crewName }) => crewName ?? texts.none },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <StateBadge state={state} label={textFor(states, state) ?? state} />,
    },
    {
      key: 'price',
      title: texts.price,
      isNumber: true,
      cell: ({ priceCents }) => (priceCents === null ? texts.none : format.money(priceCents)),
    },
  ]
}
