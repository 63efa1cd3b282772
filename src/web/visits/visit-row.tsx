/** One visit in a list: what, where, when, in which state; with a button where it can be skipped or put back. */
import type { ReactNode } from 'react'
import type { Instant } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'
import { useServices } from '#web/jobs/services.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import { useMovedText } from './moved-text.ts'

export type VisitCard = Reply<'POST /api/get-visits'>['visits'][number]

export function VisitRow({
  visit,
  hasDay = false,
  actions,
}: {
  visit: VisitCard
  hasDay?: boolean
  actions?: ReactNode
}) {
  const { customer } = useText()
  const format = useFormat()
  const services = useServices()
  const movedText = useMovedText()
  const when = timeOf(visit, format, customer.anytime)
  const detail = [
    hasDay ? format.day(visit.date) : undefined,
    when,
    visit.propertyName,
    visit.crewFirstName && customer.withCrew(visit.crewFirstName),
    movedText(visit.moved),
  ]
  return (
    <ListRow
      icon={services.icon(visit.serviceKey)}
      title={services.name(visit.serviceKey)}
      detail={detail.filter(Boolean).join(' · ')}
      state={<StateBadge state={visit.state} label={customer.states[visit.state]} />}
      to={linkTo('visit', { visit_id: visit.id })}
      actions={actions}
    />
  )
}

/** In the time of the place, whoever looks from wherever (field 4). */
export function timeOf(
  visit: Pick<VisitCard, 'isAnytime' | 'startsAt' | 'endsAt' | 'timeZone'>,
  format: Format,
  anytime: string,
): string {
  if (visit.isAnytime) return anytime
  return `${format.time(visit.startsAt, visit.timeZone)} – ${format.time(visit.endsAt, visit.timeZone)}`
}

/** Whether a customer may still skip it, as the server will decide again. */
export function isSkippable(visit: VisitCard, now: Instant): boolean {
  return (
    visit.weeklyJobId !== null &&
    (visit.state === 'scheduled' || visit.state === 'confirmed') &&
    Date.parse(visit.endsAt) > now
  )
}
