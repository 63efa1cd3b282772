/** Customers by the month of their first visit, and how many of them still came in each month since. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Link } from '#web/ui/link.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { linkTo } from '#web/urls.ts'

type Cohort = Reply<'GET /api/cohorts'>['cohorts'][number]
type Month = Cohort['months'][number]
type Shown = keyof Text['numbers']['cohortValues']

export function CohortsCard() {
  const { numbers: texts } = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const [shown, setShown] = useState<Shown>('customers')
  const read = useEndpoint('GET /api/cohorts')
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  const cohorts = read.data?.cohorts ?? []
  if (cohorts.length === 0) return null
  const most = Math.max(...cohorts.map(({ months }) => months.length))
  const link = (joined: string, month: string) =>
    linkTo('operatorNumbers', {}, { ...Object.fromEntries(search), rows: undefined, joined, month })
  return (
    <Card
      title={texts.cohorts}
      isFlush
      isBelow
      actions={
        <a href={addressOf('GET /api/cohorts-csv')} download className={buttonLook('quiet')}>
          {texts.cohortsCsv}
        </a>
      }
    >
      <div className="grid gap-3 px-4 pb-4 sm:px-5">
        <p className="text-muted">{texts.cohortsHint}</p>
        <ChipGroup
          label={texts.cohortShows}
          isLabelHidden
          name="cohort-shows"
          options={keysOf(texts.cohortValues).map((value) => ({ value, label: texts.cohortValues[value] }))}
          value={shown}
          onChange={setShown}
        />
      </div>
      <div className="overflow-x-auto">
        <DataTable
          label={texts.cohorts}
          rows={cohorts}
          rowKey={({ joined }) => joined}
          columns={columnsOf(most, { shown, texts, format, link })}
        />
      </div>
    </Card>
  )
}

type CohortLook = {
  readonly shown: Shown
  readonly texts: Text['numbers']
  readonly format: Format
  readonly link: (joined: string, month: string) => string
}

/** As many months as the oldest cohort has. */
function columnsOf(most: number, { shown, texts, format, link }: CohortLook): Column<Cohort>[] {
  return [
    { key: 'joined', title: texts.joined, isShort: true, cell: ({ joined }) => format.month(joined) },
    { key: 'began', title: texts.began, isNumber: true, cell: ({ customers }) => format.count(customers) },
    ...Array.from({ length: most }, (_, index) => ({
      key: `month-${index}`,
      title: texts.monthsLater(format.count(index)),
      isNumber: true,
      isShort: true,
      cell: ({ joined, customers, months }: Cohort) => {
        const month = months[index]
        if (month === undefined) return texts.none
        const said = sayMonth(shown, month, customers, texts, format)
        return month.customers === 0 ? said : <Link to={link(joined, month.month)}>{said}</Link>
      },
    })),
  ]
}

function sayMonth(shown: Shown, month: Month, began: number, texts: Text['numbers'], format: Format): string {
  if (shown === 'revenue') return format.money(month.revenueCents)
  const share = began === 0 ? 0 : Math.round((month.customers * 100) / began) * 100
  return texts.keptShare(format.count(month.customers), format.percent(share))
}
