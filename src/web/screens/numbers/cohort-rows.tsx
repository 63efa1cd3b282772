/** Who of a cohort had a visit done in a month. */
import { useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/time.ts'
import { addressOf } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

export function CohortRows({ joined, month }: { joined: LocalDate; month: LocalDate }) {
  const { numbers: texts } = useText()
  const format = useFormat()
  const top = useRef<HTMLDivElement>(null)
  const pages = useEndpointPages('GET /api/cohort-rows', { query: { joined, month } }, (page) => page.rows)
  // Below the months that lead here: whoever follows one of them wants to see where it went.
  useEffect(() => top.current?.focus(), [])
  const title = texts.cohortOf(format.month(joined), format.month(month))
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Card
        title={title}
        isFlush
        actions={
          <a
            href={addressOf('GET /api/cohort-rows-csv', { joined, month })}
            download
            className={buttonLook('quiet')}
          >
            {texts.rowsCsv}
          </a>
        }
      >
        {pages.isPending && <Skeleton rows={5} />}
        {pages.isError && !pages.isRefetchError && (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        )}
        {pages.isSuccess && pages.rows.length === 0 && <EmptyState icon="check" title={texts.noRows} />}
        {pages.rows.length > 0 && (
          <DataTable
            label={title}
            rows={pages.rows}
            rowKey={({ personId }) => personId}
            rowLink={({ personId }) => linkTo('operatorPerson', { person_id: personId })}
            columns={[
              { key: 'person', title: texts.customer, cell: ({ personName }) => personName },
              {
                key: 'first',
                title: texts.firstVisit,
                isShort: true,
                cell: ({ firstOn }) => format.date(firstOn),
              },
              {
                key: 'visits',
                title: texts.names.completed,
                isNumber: true,
                cell: ({ visits }) => format.count(visits),
              },
              {
                key: 'revenue',
                title: texts.names.revenueCents,
                isNumber: true,
                cell: ({ revenueCents }) => format.money(revenueCents),
              },
            ]}
          />
        )}
        <MoreRows pages={pages}>{texts.more}</MoreRows>
      </Card>
    </div>
  )
}
