/** What a person has: its visits, its places, its money. */
import { useState } from 'react'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import type { Person } from './person-type.ts'

export function VisitsPart({ person }: { person: Person }) {
  const { peopleDesk: texts, customer } = useText()
  const format = useFormat()
  const services = useServices()
  const [when, setWhen] = useState<'coming' | 'past'>('coming')
  const query = { id: person.id, when }
  const visits = useEndpointPages('GET /api/person-visits', { query }, (page) => page.visits)
  return (
    <>
      <ChipGroup
        label={texts.tabs.visits}
        name="when"
        isLabelHidden
        options={[
          { value: 'coming', label: texts.visits.coming },
          { value: 'past', label: texts.visits.past },
        ]}
        value={when}
        onChange={setWhen}
      />
      <PagedList
        pages={visits}
        label={texts.tabs.visits}
        more={texts.more}
        empty={
          <EmptyState
            icon="calendar"
            title={when === 'coming' ? texts.visits.noneComing : texts.visits.nonePast}
          />
        }
      >
        {(visit) => (
          <ListRow
            key={visit.id}
            icon={services.icon(visit.serviceKey)}
            title={`${visit.isAnytime ? format.dateOf(visit.startsAt, visit.timeZone) : format.dateTime(visit.startsAt, visit.timeZone)} · ${visit.propertyName}`}
            detail={[
              services.name(visit.serviceKey),
              visit.isAnytime && customer.anytime,
              visit.other?.name ?? (person.type === 'Customer' ? texts.visits.unassigned : null),
            ]
              .filter(Boolean)
              .join(' · ')}
            state={
              <span className="flex flex-wrap gap-1">
                {visit.isFlagged && <Badge tone="warn">{texts.visits.flagged}</Badge>}
                <StateBadge state={visit.state} label={customer.states[visit.state]} />
              </span>
            }
            to={linkTo('visit', { visit_id: visit.id })}
          />
        )}
      </PagedList>
    </>
  )
}

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
          to={row.paymentId === null ? undefined : linkTo('receipt', { paymentID: row.paymentId })}
        />
      )}
    </PagedList>
  )
}
