/** All of one day at one place: what is wrong and what helps, who stays, who works. */
import type { LocalDate } from '#domain/time.ts'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Detail } from '#web/ui/dialogs/panes.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import { factsOn, type Place } from './day-facts.ts'

export function DayDetail({ place, day, onClose }: { place: Place; day: LocalDate; onClose: () => void }) {
  const texts = useText().month
  const format = useFormat()
  const { stays, visits, troubles } = factsOn(place, day)
  return (
    <Detail title={place.name} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-muted">{format.longDay(day)}</p>
        {troubles.map(({ kind }) => (
          <Banner key={kind} tone="warn">
            {texts.troubles[kind]}.{' '}
            {kind === 'no_turnover' && place.plansTurnovers ? texts.leftOut : texts.helps[kind]}
          </Banner>
        ))}
        {stays.length + visits.length === 0 && <p>{texts.nothing}</p>}
        {stays.length > 0 && (
          <List label={texts.stays}>
            {stays.map((stay) => (
              <ListRow
                key={stay.id}
                icon={stay.kind === 'block' ? 'lock' : 'users'}
                title={format.dateRange(stay.checkIn, stay.checkOut)}
                detail={texts.hours(
                  format.clock(stay.checkInTime),
                  format.clock(stay.checkOutTime),
                  stay.guests,
                )}
                state={<Badge tone="info">{texts.kinds[stay.kind]}</Badge>}
              />
            ))}
          </List>
        )}
        <Visits place={place} visits={visits} />
        <ButtonLink to={linkTo('property', { property_id: place.id })}>{texts.toPlace}</ButtonLink>
      </div>
    </Detail>
  )
}

function Visits({ place, visits }: { place: Place; visits: Place['visits'] }) {
  const { customer, month: texts } = useText()
  const format = useFormat()
  const services = useServices()
  if (visits.length === 0) return null
  return (
    <List label={texts.visits}>
      {visits.map((visit) => (
        <ListRow
          key={visit.id}
          icon={services.icon(visit.serviceKey)}
          title={services.name(visit.serviceKey)}
          detail={[
            `${format.time(visit.startsAt, place.timeZone)} – ${format.time(visit.endsAt, place.timeZone)}`,
            visit.crewFirstName && customer.withCrew(visit.crewFirstName),
          ]
            .filter(Boolean)
            .join(' · ')}
          state={<StateBadge state={visit.state} label={customer.states[visit.state]} />}
          to={linkTo('visit', { visit_id: visit.id })}
        />
      ))}
    </List>
  )
}
