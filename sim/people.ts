/** Opening accounts, saving cards, bringing places and booking; crews finding their first work. */
import { Readable } from 'node:stream'
import type { UserId } from '#domain/ids.ts'
import { dateAt, type LocalDate } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { startPropertyImport } from '#server/imports/start-import.ts'
import { uploadPropertyCsv } from '#server/imports/upload-csv.ts'
import { bookWeeklyJobs } from '#server/jobs/book-weekly-jobs.ts'
import { saveCard, tokeniseDemoCard } from '#server/payments/save-card.ts'
import { addProperty } from '#server/places/add-property.ts'
import { type CrewScope, type CustomerScope, mintScope, type UserType } from '#server/scope.ts'
import { registerCrew, registerCustomer } from '#server/users/register.ts'
import type { CrewPlan, CustomerPlan, JobPlan, Person } from './city.types.ts'
import { attempt, type LivingCrew, type LivingCustomer, tick, type World } from './world.ts'

/** Answers the password of a person of the city; everybody but the named cast has the same, which nobody types. */
export const CITY_PASSWORD = 'demo-denver-2026'

export async function joinCustomer(world: World, plan: CustomerPlan): Promise<void> {
  const registered = await attempt(world, 'register customer', async (app) => {
    const before = await findUser(app, plan.email)
    if (before !== undefined) return before
    await registerCustomer(
      app,
      { ...personOf(world, plan), couponCode: plan.couponCode ?? undefined },
      around(world, plan),
    )
    return (await findUser(app, plan.email))!
  })
  if (registered === null) return
  const scope = scopeOf(plan, 'Customer', registered) as CustomerScope
  const customer: LivingCustomer = { plan, scope, referralCode: registered.referral_code }
  world.customers.set(plan.key, customer)
  if (plan.cardNumber !== null) await giveCard(world, customer, plan.cardNumber)
  await bringPlaces(world, customer)
  for (const job of plan.jobs) await book(world, customer, job)
}

export async function joinCrew(world: World, plan: CrewPlan): Promise<LivingCrew | null> {
  const registered = await attempt(world, 'register crew', async (app) => {
    const before = await findUser(app, plan.email)
    if (before !== undefined) return before
    const { base, rangeFeet, services, hours, vehicle } = plan
    const input = { ...personOf(world, plan), base, rangeFeet, services, hours, vehicle }
    await registerCrew(app, input, around(world, plan))
    return (await findUser(app, plan.email))!
  })
  if (registered === null) return null
  const scope = scopeOf(plan, 'Crew', registered) as CrewScope
  const crew: LivingCrew = { plan, scope, referralCode: registered.referral_code }
  world.crews.set(plan.key, crew)
  return crew
}

export async function giveCard(world: World, { scope }: LivingCustomer, number: string): Promise<void> {
  await attempt(world, 'save card', async (app) => {
    const card = { number, expiresMonth: 12, expiresYear: 2032, cvc: '123', locale: scope.locale }
    const { setupToken } = await tokeniseDemoCard(app, card)
    return saveCard(app, scope, { setupToken })
  })
}

export function today(world: World): LocalDate {
  return dateAt(world.clock.now(), world.zone)
}

async function bringPlaces(world: World, { plan, scope }: LivingCustomer): Promise<void> {
  if (plan.importsFile) {
    await attempt(world, 'import properties', async (app) => {
      const file = Readable.from([Buffer.from(csvOf(plan))])
      const { importId, mapping } = await uploadPropertyCsv(app, scope, { file, fileName: 'places.csv' })
      await startPropertyImport(app, scope, { importId, mapping })
    })
    await tick(world, world.clock.now())
    return
  }
  for (const place of plan.properties)
    await attempt(world, 'add property', async (app) => {
      const isThere = await app.db
        .selectFrom('property')
        .where('customer_id', '=', scope.userId)
        .where('name', '=', place.name)
        .select('id')
        .executeTakeFirst()
      return isThere ?? addProperty(app, scope, place)
    })
}

async function book(world: World, { scope, plan }: LivingCustomer, job: JobPlan): Promise<void> {
  const names = job.propertyIndexes.map((index) => plan.properties[index]!.name)
  await attempt(world, 'book', async (app) => {
    const places = await app.db
      .selectFrom('property')
      .where('customer_id', '=', scope.userId)
      .where('name', 'in', names)
      .orderBy('name')
      .select('id')
      .execute()
    const item = {
      propertyIds: places.map(({ id }) => id),
      serviceKey: job.serviceKey,
      weekdays: [...job.weekdays],
      quantity: job.quantity,
      windowStart: job.window?.start ?? null,
      windowEnd: job.window?.end ?? null,
    }
    return bookWeeklyJobs(app, scope, {
      items: [item],
      startsOn: today(world),
      endsOn: null,
      notes: job.notes,
      skipDuplicates: true,
    })
  })
}

function csvOf({ properties }: CustomerPlan): string {
  const rows = properties.map((place, index) =>
    [String(index + 1), place.name, place.address, place.lat, place.lng, place.groupName ?? '']
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(','),
  )
  return ['id,name,address,latitude,longitude,group', ...rows].join('\n')
}

function personOf(world: World, { name, email, phone, locale, sponsorKey }: Person) {
  const sponsor =
    sponsorKey === null ? undefined : (world.customers.get(sponsorKey) ?? world.crews.get(sponsorKey))
  return { name, email, phone, locale, password: CITY_PASSWORD, sponsorCode: sponsor?.referralCode }
}

function around({ passwordHash }: World, { locale }: Person) {
  return { locale, userAgent: 'simulated city', passwordHash }
}

function findUser(app: App, email: string) {
  return app.db
    .selectFrom('users')
    .where('email', '=', email)
    .select(['id', 'market_id', 'time_zone', 'referral_code'])
    .executeTakeFirst()
}

function scopeOf(
  person: Person,
  type: UserType,
  row: { readonly id: string; readonly market_id: string; readonly time_zone: string },
) {
  return mintScope({
    userId: row.id as UserId,
    type,
    marketId: row.market_id,
    name: person.name,
    email: person.email,
    locale: person.locale,
    timeZone: row.time_zone,
    frozenUntil: null,
  })
}
