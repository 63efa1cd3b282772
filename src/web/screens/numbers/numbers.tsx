/** What a period brought beside the one before: each number with its definition, its days, and the rows behind it. */
import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { dateAt, isLocalDate } from '#domain/time.ts'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import { useDeskZone } from '#web/desk/desk-zone.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { BarChart } from '#web/ui/lists/bar-chart.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { askedIn } from './asked-period.ts'
import { CitiesCard } from './cities-card.tsx'
import { CohortRows } from './cohort-rows.tsx'
import { CohortsCard } from './cohorts-card.tsx'

import { NumberRows } from './number-rows.tsx'
import { PeriodFields } from './period-fields.tsx'
import { type NumberKey, ROWS_OF, sayChange, sayNumber, valueColumn } from './shown-number.ts'

type Found = Reply<'GET /api/numbers'>
type Texts = Text['numbers']

/** The last day is the yesterday of the city on the desk. */
export function Numbers() {
  const { numbers: texts } = useText()
  const zone = useDeskZone()
  const format = useFormat()
  const [search] = useSearchParams()
  const today = dateAt(useNow(), zone)
  const asked = askedIn(search, today)
  const read = useEndpoint('GET /api/numbers', { query: asked })
  const found = read.data
  const cohort = cohortIn(search)
  const set = keysOf(texts.rows).find((key) => key === search.get('rows'))
  return (
    <Page
      title={texts.title}
      width="wide"
      subtitle={
        found && (found.summedUntil === null ? texts.notSummed : texts.summed(format.date(found.summedUntil)))
      }
      actions={
        <a href={addressOf('GET /api/numbers-csv', asked)} download className={buttonLook('secondary')}>
          {texts.csv}
        </a>
      }
    >
      <PeriodFields asked={asked} today={today} />
      {read.isPending && <SkeletonCard rows={8} />}
      {read.isError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {found && <Shown found={found} />}
      <CitiesCard asked={asked} shown={shownIn(search, texts)} />
      <CohortsCard />
      {found && set !== undefined && <NumberRows key={set} asked={asked} set={set} />}
      {cohort && <CohortRows key={`${cohort.joined} ${cohort.month}`} {...cohort} />}
    </Page>
  )
}

function Shown({ found }: { found: Found }) {
  const { numbers: texts } = useText()
  const format = useFormat()
  const language = useLanguage()
  const [search] = useSearchParams()
  const shown = shownIn(search, texts)
  const { joined: _joined, month: _month, ...kept } = Object.fromEntries(search)
  const linkWith = (change: Readonly<Record<string, string>>) =>
    linkTo('operatorNumbers', {}, { ...kept, ...change })
  const name = texts.names[shown]
  return (
    <>
      <Card title={texts.comparedWith(format.dateRange(found.beforeFrom, found.beforeTo))} isFlush>
        <DataTable
          label={texts.title}
          rows={keysOf(texts.names).map((key) => ({ key, found }))}
          rowKey={({ key }) => key}
          rowLink={({ key }) => linkWith({ number: key, rows: ROWS_OF[key] })}
          columns={numberColumns(texts, format)}
        />
      </Card>
      <Card title={texts.chartOf(name)}>
        <BarChart
          key={`${shown} ${found.from} ${found.to}`}
          label={texts.chartOf(name)}
          hint={texts.chartHint}
          bars={found.days.map((day) => ({
            key: day.date,
            value: day[shown] ?? 0,
            said: texts.at(format.day(day.date), sayNumber(shown, day, texts, format)),
          }))}
          axes={{
            sayTick: (value) => sayNumber(shown, { ...found.now, [shown]: value }, texts, format),
            nameOf: (index) => format.day(found.days[index]!.date),
          }}
        />
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2 font-medium">{texts.table}</summary>
          <DataTable
            label={texts.byDay}
            rows={found.days}
            rowKey={({ date }) => date}
            rowLink={({ date }) => linkWith({ from: date, to: date, rows: ROWS_OF[shown] })}
            columns={[
              { key: 'day', title: texts.day, cell: ({ date }) => format.day(date) },
              ...keysOf(texts.names).map((key) => valueColumn(key, texts, format)),
            ]}
          />
        </details>
      </Card>
      <Card title={texts.byService} isFlush>
        <DataTable
          label={texts.byService}
          rows={found.services}
          rowKey={({ serviceKey }) => serviceKey}
          rowLink={({ serviceKey }) => linkWith({ service: serviceKey, rows: ROWS_OF[shown] })}
          columns={[
            { key: 'service', title: texts.service, cell: (service) => nameIn(language, service) },
            ...OF_SERVICES.map((key) => valueColumn(key, texts, format)),
          ]}
        />
      </Card>
    </>
  )
}

const OF_SERVICES = [
  'revenueCents',
  'takeRate',
  'visits',
  'completed',
  'fillRate',
  'onTimeRate',
  'missed',
] as const

function numberColumns(texts: Texts, format: Format): Column<{ key: NumberKey; found: Found }>[] {
  return [
    { key: 'number', title: texts.number, cell: ({ key }) => texts.names[key] },
    {
      key: 'now',
      title: texts.now,
      isNumber: true,
      cell: ({ key, found }) => sayNumber(key, found.now, texts, format),
    },
    {
      key: 'before',
      title: texts.before,
      isNumber: true,
      cell: ({ key, found }) => sayNumber(key, found.before, texts, format),
    },
    {
      key: 'change',
      title: texts.change,
      isNumber: true,
      cell: ({ key, found }) => sayChange(key, found.now, found.before, format),
    },
    { key: 'means', title: texts.means, cell: ({ key }) => texts.definitions[key] },
  ]
}

function shownIn(search: URLSearchParams, texts: Texts): NumberKey {
  return keysOf(texts.names).find((key) => key === search.get('number')) ?? 'revenueCents'
}

function cohortIn(search: URLSearchParams) {
  const [joined, month] = [search.get('joined') ?? '', search.get('month') ?? '']
  return isLocalDate(joined) && isLocalDate(month) ? { joined, month } : null
}
