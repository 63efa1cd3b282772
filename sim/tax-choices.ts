/** What happens to sales tax: rates that change from one midnight on, and customers who hand in certificates. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addDays, instantAt, localTime } from '#domain/time.ts'
import { addExemption } from '#server/sales-tax/add-exemption.ts'
import { decideExemption, withdrawExemption } from '#server/sales-tax/decide-exemption.ts'
import { setSetting } from '#server/settings/set-setting.ts'
import type { Chance } from './chance.ts'
import { today } from './people.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

/** The others have the market's undivided rate. */
const SERVICES_WITH_RATES = ['bins', 'recycling', 'lawn', 'handyman'] as const

/** As Denver levies them, and now and then a little more. */
export function drawTaxRates(chance: Chance, day: number) {
  return Object.fromEntries(
    SERVICES_WITH_RATES.filter((key) => chance.happens(0.8, 'is taxed', key, day)).map((key) => [
      key,
      {
        state: 290,
        county: 0,
        city: chance.whole(400, 560, 'city', key, day),
        district: chance.whole(0, 130, 'district', key, day),
      },
    ]),
  )
}

export async function decideOfTaxes(world: World, day: number): Promise<void> {
  const { chance, habits, operator } = world
  if (chance.happens(habits.changesTaxRates, day, 'tax rates')) {
    const inForceFrom = instantAt(addDays(today(world), 1), localTime('00:00'), world.zone)
    const value = drawTaxRates(chance, day)
    await attempt(world, 'change tax rates', (app) =>
      setSetting(app, operator, {
        marketId: operator.marketId,
        key: 'salesTaxByService',
        value,
        inForceFrom,
      }),
    )
  }
  for (const customer of world.customers.values())
    if (chance.happens(habits.handsInCertificate, customer.plan.key, day, 'certificate'))
      await handIn(world, customer, day)
  // Where nobody hands in any by chance, a city's own script decides what is to be seen waiting.
  if (habits.handsInCertificate > 0) await decideOfCertificates(world, day)
}

async function handIn(world: World, { plan, scope }: LivingCustomer, day: number): Promise<void> {
  const { chance } = world
  const startsOn = addDays(today(world), chance.whole(-3, 4, plan.key, day, 'starts'))
  const expiresOn = addDays(today(world), chance.whole(4, 90, plan.key, day, 'expires'))
  await attempt(world, 'hand in certificate', (app) => {
    const file = Readable.from([Buffer.from('%PDF-1.4 a certificate')])
    const certificate = { number: `${plan.key}-${day}`, issuedBy: 'CO', startsOn, expiresOn, file }
    return addExemption(app, scope, certificate, world.clock.now())
  })
}

/** What waits is decided in the morning; of what holds, some ends before its time. */
async function decideOfCertificates(world: World, day: number): Promise<void> {
  const { chance, habits, operator } = world
  const now = world.clock.now()
  const rows = await world.host
    .app()
    .db.selectFrom('tax_exemption')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'asked'),
        eb.and([
          eb('state', '=', 'approved'),
          eb('ended_on', 'is', null),
          eb('expires_on', '>=', sql<never>`${today(world)}::date`),
        ]),
      ]),
    )
    .orderBy('number')
    .select(['id', 'number', 'state', 'customer_id'])
    .execute()
  for (const { id: exemptionId, number, state, customer_id } of rows) {
    const decide = (decision: 'approve' | 'refuse' | 'end') =>
      attempt(world, `${decision} certificate`, (app) =>
        decideExemption(app, operator, { exemptionId, decision, note: 'As the state says.' }, now),
      )
    if (state === 'asked') await decide(chance.happens(0.8, number, 'is good') ? 'approve' : 'refuse')
    else if (chance.happens(habits.endsCertificate, number, day, 'ends')) {
      const customer = [...world.customers.values()].find(({ scope }) => scope.userId === customer_id)!
      if (chance.happens(0.5, number, day, 'withdraws'))
        await attempt(world, 'withdraw certificate', (app) =>
          withdrawExemption(app, customer.scope, exemptionId, now),
        )
      else await decide('end')
    }
  }
}
