/** What an operator reads out: how to reach the person, and where it stands. */
import type { ReactNode } from 'react'
import { brandName } from '#domain/billing/receipt.ts'
import { usePercent } from '#web/assignments/release-cost.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useFormat } from '#web/text/format.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { zoneName } from '#web/text/zone-name.ts'
import { Card } from '#web/ui/card.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { Facts } from '#web/ui/lists/facts.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import type { Person } from './person-type.ts'

type Fact = readonly [string, ReactNode]

const linkLook = 'text-accent underline-offset-4 hover:underline'

export function PersonFacts({ person }: { person: Person }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card>
        <Facts facts={useReach(person)} />
      </Card>
      {/* Its work is with the account that it was merged into. */}
      {person.mergedInto === null && <Standing person={person} />}
    </div>
  )
}

function useReach(person: Person): Fact[] {
  const { peopleDesk } = useText()
  const { facts: texts, languages } = peopleDesk
  const format = useFormat()
  const language = useLanguage()
  const { phone, email, address, timeZone, sponsor, lastSeenAt } = person
  const facts: (Fact | null)[] = [
    phone === null ? null : [texts.phone, outside(`tel:${phone}`, maskPhone(phone))],
    email === '' ? null : [texts.email, outside(`mailto:${email}`, email)],
    address === null ? null : [texts.address, address],
    [texts.language, languages[person.locale]],
    [texts.zone, zoneName(timeZone, language)],
    [texts.since, format.dateTime(person.createdAt, timeZone)],
    [
      texts.seen,
      lastSeenAt === null
        ? texts.nowhere
        : `${format.dateTime(lastSeenAt, timeZone)}, ${texts.devices(person.devices)}`,
    ],
    sponsor === null
      ? null
      : [
          texts.sponsor,
          <RouteLink
            key="sponsor"
            className={linkLook}
            to={linkTo('operatorPerson', { person_id: sponsor.id })}
          >
            {sponsor.name}
          </RouteLink>,
        ],
    person.mergedFrom.length === 0
      ? null
      : [
          texts.merged,
          <span key="merged" className="grid">
            {person.mergedFrom.map(({ id, name, at }) => (
              <RouteLink key={id} className={linkLook} to={linkTo('operatorPerson', { person_id: id })}>
                {`${name}, ${format.dateOf(at, timeZone)}`}
              </RouteLink>
            ))}
            {person.type === 'Crew' && <span className="text-sm text-muted">{texts.mergedPay}</span>}
          </span>,
        ],
  ]
  return facts.filter((fact) => fact !== null)
}

function outside(href: string, label: string): ReactNode {
  return (
    <a className={`${linkLook} wrap-anywhere`} href={href}>
      {label}
    </a>
  )
}

function Standing({ person }: { person: Person }) {
  const next = useNext(person)
  const { customer, crew } = person
  if (customer !== null) return <CustomerStanding customer={customer} next={next} />
  if (crew !== null) return <CrewStanding crew={crew} next={next} />
  return null
}

function CustomerStanding({ customer, next }: { customer: NonNullable<Person['customer']>; next: Fact }) {
  const { facts: texts } = useText().peopleDesk
  const format = useFormat()
  const { owedCents, declines, method } = customer
  const pays = method === null ? texts.noMethod : `${brandName(method.brand)} •••• ${method.last4}`
  return (
    <Card>
      <Facts
        facts={[
          next,
          [texts.places, String(customer.places)],
          [texts.weeklyJobs, String(customer.weeklyJobs)],
          [
            texts.owed,
            <span key="owed" className={declines > 0 ? 'font-semibold text-danger' : ''}>
              {format.money(owedCents)}
              {declines > 0 && ` · ${texts.declines(declines)}`}
            </span>,
          ],
          [texts.credit, format.money(customer.creditCents)],
          [texts.method, customer.isOnTerms ? `${texts.onTerms} · ${pays}` : pays],
        ]}
      />
    </Card>
  )
}

function CrewStanding({ crew, next }: { crew: NonNullable<Person['crew']>; next: Fact }) {
  const { facts: texts } = useText().peopleDesk
  const format = useFormat()
  const services = useServices()
  const percent = usePercent()
  const { rating, reliability, payoutAccount } = crew
  return (
    <Card>
      <Facts
        facts={[
          next,
          [texts.weeklyStops, String(crew.weeklyStops)],
          [texts.done, String(crew.doneInFourWeeks)],
          [texts.reliability, reliability === null ? texts.noHistory : percent(reliability)],
          [
            texts.rating,
            rating?.stars == null ? texts.unrated : texts.ratingOf(rating.stars.toFixed(1), rating.count),
          ],
          [texts.unpaid, format.money(crew.unpaidCents)],
          [
            texts.account,
            <span key="account" className={payoutAccount === 'ready' ? '' : 'font-semibold text-danger'}>
              {texts.accounts[payoutAccount]}
            </span>,
          ],
          [texts.services, crew.services.map(services.name).join(', ')],
          ...(crew.vehicle === '' ? [] : [[texts.vehicle, crew.vehicle] as const]),
        ]}
      />
    </Card>
  )
}

/** In the zone of the place, which it names. */
function useNext({ nextVisit }: Person): Fact {
  const { facts: texts } = useText().peopleDesk
  const format = useFormat()
  const services = useServices()
  if (nextVisit === null) return [texts.next, texts.noNext]
  return [
    texts.next,
    <RouteLink key="next" className={linkLook} to={linkTo('visit', { visit_id: nextVisit.id })}>
      {(nextVisit.isAnytime ? format.dateOf : format.dateTime)(nextVisit.startsAt, nextVisit.timeZone)},{' '}
      {services.name(nextVisit.serviceKey)}, {nextVisit.propertyName}
    </RouteLink>,
  ]
}
