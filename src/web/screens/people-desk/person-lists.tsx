/** What a person has: its places, its money. */
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import type { Person } from './person-type.ts'

export function PlacesPart({ person }: { person: Person }) {
  const { peopleDesk: texts } = useText()
  const query = { id: person.id }
  const places = useEndpointPages('GET /api/person-places', { query }, (page) => page.places)
  return (
    <PagedList
      pages={places}
      label={texts.tabs.places}
      more={texts.more}
      empty={<EmptyState icon="home" title={texts.places.none} />}
    >
      {(place) => (
        <ListRow
          key={place.id}
          icon="home"
          title={place.name}
          detail={place.address}
          to={linkTo('operatorPlace', { place_id: place.id })}
          end={<span className="text-muted">{texts.places.jobs(place.weeklyJobs)}</span>}
        />
      )}
    </PagedList>
  )
}

export function MoneyPart({ person }: { person: Person }) {
  const { money: texts, tabs, more } = useText().peopleDesk
  const format = useFormat()
  const query = { id: person.id }
  const rows = useEndpointPages('GET /api/person-money', { query }, (page) => page.rows)
  return (
    <PagedList
      pages={rows}
      label={tabs.money}
      more={more}
      empty={<EmptyState icon="money" title={texts.none} />}
    >
      {(row) => (
        <ListRow
          key={row.key}
          icon={row.paymentId === null ? 'money' : 'card'}
          title={`${texts.kinds[row.kind] ?? row.kind} · ${format.dateRange(row.periodStart, row.periodEnd)}`}
          detail={[row.number, row.refundedCents > 0 && texts.refunded(format.money(row.refundedCents))]
            .filter(Boolean)
            .join(' · ')}
          state={<StateBadge state={row.state} label={texts.states[row.state] ?? row.state} />}
          end={<Money amountCents={row.amountCents} />}
          to={
            row.paymentId === null
              ? linkTo('operatorPayout', { payout_id: row.key })
              : linkTo('operatorPayment', { payment_id: row.paymentId })
          }
        />
      )}
    </PagedList>
  )
}
