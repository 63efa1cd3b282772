/**
 * Sales tax in the demo city: two of its services are taxed, by rates as Denver's are; one portfolio is exempt, another
 * has asked; last month is filed. Which services a market taxes is configuration, here as everywhere.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { basisPoints } from '#domain/money.ts'
import type { TaxParts } from '#domain/settings/tax-rates.ts'
import { lastQuarter } from '#domain/tax/period.ts'
import {
  addDays,
  addMonths,
  dateAt,
  type Instant,
  instantAt,
  type LocalDate,
  localDate,
  localTime,
  yearOf,
} from '#domain/time.ts'
import { INK, MARGIN, MUTED, openPaper, writeLine } from '#server/papers/open-paper.ts'
import { addExemption } from '#server/sales-tax/add-exemption.ts'
import { decideExemption } from '#server/sales-tax/decide-exemption.ts'
import { readReport } from '#server/sales-tax/read-report.ts'
import { saveFiling } from '#server/sales-tax/save-filing.ts'
import { setSetting } from '#server/settings/set-setting.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later } from './demo-moments.ts'
import { INVOICED } from './invoiced-city.ts'
import { attempt, type LivingCustomer, type World } from './world.ts'

/** State, city, and the districts of transit and culture. */
const RATES: TaxParts = {
  state: basisPoints(290),
  county: basisPoints(0),
  city: basisPoints(515),
  district: basisPoints(110),
}
const TAXED = ['valet_trash', 'haul_away']
const COMING_CITY_RATE = basisPoints(525)

/** To be called before the days are lived. */
export async function planTax(world: World, now: Instant): Promise<void> {
  await setRates(world, RATES, null)
  const { portfolio } = INVOICED
  later(world, daysBefore(world, now, 24, '10:05'), () =>
    handIn(world, world.customers.get(portfolio), '98-04417'),
  )
  later(world, daysBefore(world, now, 24, '14:30'), () => approveOldest(world))
  later(world, daysBefore(world, now, 2, '16:20'), () => handIn(world, anyRentals(world), '98-11873'))
  later(world, daysBefore(world, now, 1, '11:10'), () => fileWhatIsOver(world))
  later(world, daysBefore(world, now, 1, '11:25'), () => {
    const newYear = instantAt(localDate(`${yearOf(today(world)) + 1}-01-01`), localTime('00:00'), world.zone)
    return setRates(world, { ...RATES, city: COMING_CITY_RATE }, newYear)
  })
}

function setRates(world: World, rates: TaxParts, inForceFrom: Instant | null) {
  const { marketId } = world.operator
  const value = Object.fromEntries(TAXED.map((service) => [service, rates]))
  return attempt(world, 'set tax rates', (app) =>
    setSetting(app, world.operator, { marketId, key: 'salesTaxByService', value, inForceFrom }),
  )
}

async function handIn(world: World, customer: LivingCustomer | undefined, number: string): Promise<void> {
  if (customer === undefined) return
  const startsOn = addDays(today(world), -40)
  const certificate = { number, issuedBy: 'CO', startsOn, expiresOn: addMonths(startsOn, 12) }
  const file = Readable.from([await drawCertificate(customer.scope.name, certificate)])
  await attempt(world, 'hand in certificate', (app) =>
    addExemption(app, customer.scope, { ...certificate, file }, world.clock.now()),
  )
}

async function approveOldest(world: World): Promise<void> {
  const waiting = await world.host
    .app()
    .db.selectFrom('tax_exemption')
    .where('state', '=', 'asked')
    .orderBy('asked_at')
    .select('id')
    .executeTakeFirst()
  if (waiting === undefined) return
  const decision = { exemptionId: waiting.id, decision: 'approve', note: '' } as const
  await attempt(world, 'approve certificate', (app) =>
    decideExemption(app, world.operator, decision, world.clock.now()),
  )
}

/** The last quarter, then the last month where that is a later one. */
async function fileWhatIsOver(world: World): Promise<void> {
  const now = world.clock.now()
  const lastMonth = addMonths(localDate(`${today(world).slice(0, 7)}-01`), -1).slice(0, 7)
  for (const [index, period] of [lastQuarter(now, world.zone), lastMonth].entries())
    await attempt(world, 'file sales tax', async (app) => {
      const { toPayCents } = await readReport(app.db, world.operator, period, now)
      const confirmation = `DR 0100-${period.replace('-', '')}-${index + 1}`
      return saveFiling(app, world.operator, { period, paidCents: toPayCents, confirmation }, now)
    })
}

/** Somebody outside of the cast who lets houses. */
function anyRentals(world: World): LivingCustomer | undefined {
  const named: readonly string[] = [...Object.values(CAST), ...Object.values(INVOICED)]
  const others = [...world.customers].filter(([key]) => !named.includes(key)).map(([, customer]) => customer)
  return others.find(({ plan }) => plan.kind === 'rentals') ?? others[0]
}

function today(world: World): LocalDate {
  return dateAt(world.clock.now(), world.zone)
}

type Certificate = { readonly number: string; readonly startsOn: LocalDate; readonly expiresOn: LocalDate }

/** A page to look at, with nothing of an authority's own form. */
function drawCertificate(name: string, { number, startsOn, expiresOn }: Certificate): Promise<Buffer> {
  const paper = openPaper({ title: 'Certificate of exemption', keepsPages: true })
  const lines = [
    ['Certificate of exemption', 'Specimen of the demo city'],
    [`No. ${number}`, 'Colorado sales and use tax'],
    [name, 'Provides housing as a charitable organization'],
    [`${startsOn} – ${expiresOn}`, 'Valid'],
  ] as const
  for (const [index, [text, label]] of lines.entries()) {
    const y = MARGIN + 40 + index * 64
    writeLine(paper, label, { x: MARGIN, y }, { size: 10, weight: 'regular', colour: MUTED })
    writeLine(
      paper,
      text,
      { x: MARGIN, y: y + 16 },
      { size: index === 0 ? 24 : 16, weight: 'bold', colour: INK },
    )
  }
  paper.end()
  return buffer(paper)
}
