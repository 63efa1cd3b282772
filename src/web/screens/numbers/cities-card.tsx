/** The same period in every city that the operator sees; nothing for whoever sees one. */
import { useSearchParams } from 'react-router'
import { addressOf, type Reply, useEndpoint } from '#web/api.ts'
import { CityNumber } from '#web/desk/city-number.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { linkTo } from '#web/urls.ts'
import type { AskedPeriod } from './asked-period.ts'
import { type NumberKey, ROWS_OF, sayChange, sayNumber } from './shown-number.ts'

type City = Reply<'GET /api/numbers-by-city'>['cities'][number]

const ALWAYS = [
  'revenueCents',
  'takeRate',
  'completed',
  'fillRate',
  'onTimeRate',
  'missed',
  'newCustomers',
  'lostCustomers',
] as const satisfies readonly NumberKey[]

export function CitiesCard({ asked, shown }: { asked: AskedPeriod; shown: NumberKey }) {
  const { numbers: texts } = useText()
  const format = useFormat()
  const read = useEndpoint('GET /api/numbers-by-city', { query: asked })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.data.cities.length < 2) return null
  const column = (key: NumberKey): Column<City> => ({
    key,
    title: texts.names[key],
    isNumber: true,
    cell: numberOf(key),
  })
  return (
    <Card
      title={texts.cities}
      isFlush
      isBelow
      actions={
        <a href={addressOf('GET /api/numbers-by-city-csv', asked)} download className={buttonLook('quiet')}>
          {texts.citiesCsv}
        </a>
      }
    >
      <DataTable
        label={texts.cities}
        rows={read.data.cities}
        rowKey={({ marketId }) => marketId}
        columns={[
          {
            key: 'city',
            title: texts.city,
            cell: ({ name, isCurrent }) => (isCurrent ? texts.onDesk(name) : name),
          },
          // What the page shows comes first, with how it changed.
          column(shown),
          {
            key: 'change',
            title: texts.changeOf(texts.names[shown]),
            isNumber: true,
            cell: ({ now, before }) => sayChange(shown, now, before, format),
          },
          ...ALWAYS.filter((key) => key !== shown).map(column),
        ]}
      />
    </Card>
  )
}

/** What a column shows of each city. */
function numberOf(shown: NumberKey) {
  return (city: City) => <NumberOfCity city={city} shown={shown} />
}

function NumberOfCity({ city: { marketId, isCurrent, name, now }, shown }: { city: City; shown: NumberKey }) {
  const { numbers: texts } = useText()
  const format = useFormat()
  const [search] = useSearchParams()
  const { joined: _joined, month: _month, ...kept } = Object.fromEntries(search)
  const said = sayNumber(shown, now, texts, format)
  return (
    <CityNumber
      marketId={marketId}
      isCurrent={isCurrent}
      to={linkTo('operatorNumbers', {}, { ...kept, number: shown, rows: ROWS_OF[shown] })}
      label={texts.inCity(said, texts.names[shown], name)}
    >
      {said}
    </CityNumber>
  )
}
