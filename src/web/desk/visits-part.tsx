/** The visits of a person, or of one of a customer's places or weekly jobs: those to come, and those that were. */
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
import { linkTo } from '#web/urls.ts'

type Props = {
  person: { readonly id: string; readonly type: 'Customer' | 'Crew' | 'Operator' }
  of?: { readonly propertyId?: string; readonly weeklyJobId?: string }
}

export function VisitsPart({ person, of = {} }: Props) {
  const { peopleDesk: texts, customer } = useText()
  const format = useFormat()
  const services = useServices()
  const [when, setWhen] = useState<'coming' | 'past'>('coming')
  const query = { id: person.id, when, ...of }
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
