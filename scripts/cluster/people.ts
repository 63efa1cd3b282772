/** Who lives in the cluster's city: customers with cards, crews that always work, and what is to be done today. */
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { dateAt, DEFAULT_TIME_ZONE, localTime } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { openSession, PRESENCE_COOKIE, sessionCookieName } from '#server/http/session.ts'
import { buildCrew, buildCustomer, buildProperty } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'
import type { Caller, Person } from './caller.ts'
import { fieldsIn } from '#contract/outside.ts'

export type Customer = Person & { readonly propertyId: PropertyId; readonly scopeId: UserId }
export type Work = { readonly visitId: VisitId; readonly customer: Customer; readonly crew: Person }
export type People = {
  readonly customers: readonly Customer[]
  readonly crews: readonly Person[]
  readonly work: Work[]
}

const CUSTOMERS = 24
const CREWS = 10
const TOGETHER = 6
const CARD = '4242424242424242'

export async function settlePeople(app: App, visits: number): Promise<People> {
  const crews: Person[] = []
  for (let index = 0; index < CREWS; index++) crews.push(await settleCrew(app, index))
  const customers: Customer[] = []
  for (let index = 0; index < CUSTOMERS; index++) customers.push(await settleCustomer(app, index))
  const work: Work[] = []
  await Promise.all(
    Array.from({ length: TOGETHER }, async (_, first) => {
      for (let index = first; index < visits; index += TOGETHER)
        work.push(await dueToday(app, customers[index % CUSTOMERS]!, crews[index % CREWS]!))
    }),
  )
  return { customers, crews, work }
}

/** The provider takes each one's card, by the servers themselves. */
export async function saveCards({ customers }: People, caller: Caller): Promise<void> {
  for (const customer of customers) {
    const body = { number: CARD, expiresMonth: 12, expiresYear: 2030, cvc: '123' }
    const tokenised = await caller.call(customer, {
      method: 'POST',
      path: '/api/demo-bank/tokenise-card',
      body,
    })
    const { setupToken } = fieldsIn(tokenised)
    await caller.call(customer, { method: 'POST', path: '/api/save-card', body: { setupToken } })
  }
}

async function settleCrew(app: App, index: number): Promise<Person> {
  const crew = await buildCrew(app, { name: `Crew ${index}` })
  await app.db
    .updateTable('crew_hours')
    .set({ starts: localTime('00:00'), ends: localTime('24:00') })
    .where('crew_id', '=', crew.userId)
    .execute()
  return signIn(app, crew.userId, `10.1.0.${index + 1}`)
}

async function settleCustomer(app: App, index: number): Promise<Customer> {
  const { userId } = await buildCustomer(app, { name: `Customer ${index}` })
  const propertyId = await buildProperty(app, userId)
  return { ...(await signIn(app, userId, `10.2.0.${index + 1}`)), propertyId, scopeId: userId }
}

async function dueToday(app: App, customer: Customer, crew: Person): Promise<Work> {
  const date = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const job = await buildWeeklyJob(app, { customerId: customer.scopeId, startsOn: date, endsOn: date })
  const crewId = crew.userId as UserId
  return { visitId: await buildVisit(app, job, { date, crewId, state: 'in_progress' }), customer, crew }
}

async function signIn(app: App, userId: UserId, address: string): Promise<Person> {
  const token = await openSession(app.db, { userId, userAgent: 'cluster', now: app.ports.clock.now() })
  return { userId, address, cookie: `${sessionCookieName(app.config)}=${token}; ${PRESENCE_COOKIE}=1` }
}
