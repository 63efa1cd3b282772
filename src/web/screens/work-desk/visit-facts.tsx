/** What an operator reads out of a visit: when in the place's own zone, where, whose, who comes, what it costs. */
import type { ReactNode } from 'react'
import type { Both, Desk, Visit } from '#web/desk/visit-type.ts'
import { useServices } from '#web/jobs/services.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Card } from '#web/ui/card.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import { timeOf } from '#web/visits/visit-row.tsx'
import { linkLook, PersonLink } from './person-link.tsx'

type Fact = readonly [string, ReactNode]

export function VisitFacts({ visit, desk }: Both) {
  const { workDesk: texts } = useText()
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <Facts facts={useWhat(visit, desk)} />
      </Card>
      <Card title={texts.facts.people}>
        <Facts
          facts={[
            [texts.facts.customer, <PersonLink key="customer" person={desk.customer} />],
            [
              texts.facts.crew,
              desk.crew === null ? (
                <span key="crew" className="font-semibold text-danger">
                  {desk.openOffers > 0 ? texts.facts.asking(desk.openOffers) : texts.facts.nobody}
                </span>
              ) : (
                <PersonLink key="crew" person={desk.crew} />
              ),
            ],
          ]}
        />
      </Card>
    </div>
  )
}

function useWhat(visit: Visit, desk: Desk): Fact[] {
  const { workDesk, customer } = useText()
  const { facts: texts } = workDesk
  const format = useFormat()
  const language = useLanguage()
  const services = useServices()
  const { moved, completedAt, completedDistanceFeet } = visit
  const facts: (Fact | null)[] = [
    [texts.when, `${format.date(visit.date)}, ${timeOf(visit, format, customer.anytime)}`],
    [texts.zone, zoneName(visit.timeZone, language)],
    moved === undefined ? null : [texts.movedFrom, format.day(moved.from)],
    [texts.place, placeOf(visit, desk)],
    [texts.what, customer.quantity(visit.quantity, services.unit(visit.serviceKey))],
    [
      texts.pattern,
      visit.weeklyJobId === null ? (
        texts.once
      ) : (
        <RouteLink key="job" className={linkLook} to={linkTo('operatorJob', { job_id: visit.weeklyJobId })}>
          {texts.weekly}
        </RouteLink>
      ),
    ],
    [texts.price, moneyOf(visit.totalCents, format, texts.noPrice)],
    [texts.pay, moneyOf(visit.crewPayCents, format, texts.noPrice)],
    completedAt === null
      ? null
      : [texts.done, `${format.dateTime(completedAt, visit.timeZone)} ${zoneName(visit.timeZone, language)}`],
    completedDistanceFeet == null ? null : [texts.distance, format.distance(completedDistanceFeet)],
    visit.accessNotes === '' ? null : [texts.access, visit.accessNotes],
    visit.notes === '' ? null : [texts.notes, visit.notes],
  ]
  return facts.filter((fact) => fact !== null)
}

function placeOf(visit: Visit, desk: Desk): ReactNode {
  return (
    <RouteLink key="place" className={linkLook} to={linkTo('operatorPlace', { place_id: desk.propertyId })}>
      {visit.address ?? visit.propertyName}
    </RouteLink>
  )
}

function moneyOf(amount: Visit['totalCents'], format: Format, none: string): string {
  return amount == null ? none : format.money(amount)
}
