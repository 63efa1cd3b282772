/** On Mondays the partner sends what it pays crews for; sometimes twice, with drivers nobody knows, and it pays late. */
import { Readable } from 'node:stream'
import type { PartnerStatementId } from '#domain/ids.ts'
import { addDays, DAY_MS, instant, mondayOf, weekdayOf } from '#domain/time.ts'
import { confirmPartnerStatement } from '#server/partners/confirm-statement.ts'
import { matchPartnerCrew } from '#server/partners/match-crew.ts'
import { previewPartnerStatement } from '#server/partners/preview-statement.ts'
import { readPartnerStatements } from '#server/partners/read-statements.ts'
import { recordPartnerPayment } from '#server/partners/record-payment.ts'
import { uploadPartnerStatement } from '#server/partners/upload-statement.ts'
import { today } from './people.ts'
import { attempt, type World } from './world.ts'

const MONDAY = 1
const HEADER = 'Week start,Week end,Line ID,Driver ID,Driver,Email,Stops,Pay amount'
const DRIVES = 0.4
const IS_UNKNOWN = 0.15
const IS_SENT_TWICE = 0.3
const STOP_CENTS = 215

export async function decideOfPartner(world: World, day: number): Promise<void> {
  if (!world.habits.hasPartner) return
  if (weekdayOf(today(world)) === MONDAY) {
    const text = statementOf(world, day)
    if (text !== null) await importStatement(world, day, text)
  }
  await knowDrivers(world, day)
}

/** Null where nobody drove. */
function statementOf(world: World, day: number): string | null {
  const { chance } = world
  const monday = addDays(mondayOf(today(world)), -7)
  const rows = [...world.crews.values()].flatMap(({ plan, scope }, index) => {
    if (!chance.happens(DRIVES, 'drives', plan.key, day)) return []
    const stops = chance.whole(5, 60, 'stops', plan.key, day)
    const email = chance.happens(IS_UNKNOWN, 'unknown', plan.key) ? '' : scope.email
    const pay = ((stops * STOP_CENTS) / 100).toFixed(2)
    return [
      [monday, addDays(monday, 6), `R${day}-${index}`, `RD-${plan.key}`, plan.key, email, stops, pay].join(
        ',',
      ),
    ]
  })
  return rows.length === 0 ? null : [HEADER, ...rows].join('\n')
}

async function importStatement(world: World, day: number, text: string): Promise<void> {
  const statementId = await send(world, day, text)
  if (statementId === null) return
  const confirmed = await attempt(world, 'confirm statement', async (app) => {
    const seen = await previewPartnerStatement(app, world.operator, { statementId }, world.clock.now())
    const { mapping, lineCount, totalCents } = seen
    return confirmPartnerStatement(app, world.operator, { statementId, mapping, lineCount, totalCents })
  })
  // The same lines in a file with other ends of lines add nothing.
  if (!text.includes('\r') && world.chance.happens(IS_SENT_TWICE, 'sent twice', day))
    await importStatement(world, day, text.replaceAll('\n', '\r\n'))
  if (confirmed === null || confirmed.totalCents === 0) return
  const half = Math.ceil(confirmed.totalCents / 2)
  for (const [part, amountCents] of [half, confirmed.totalCents - half].entries())
    world.later.push({
      at: instant(world.clock.now() + (9 + 7 * part) * DAY_MS),
      run: () => pay(world, statementId, amountCents, `ACH ${day}-${part}`),
    })
}

function send(world: World, day: number, text: string): Promise<PartnerStatementId | null> {
  return attempt(world, 'send statement', async (app) => {
    const file = Readable.from([Buffer.from(text)])
    const sent = await uploadPartnerStatement(app, world.operator, { file, fileName: `week-${day}.csv` })
    return sent.statementId
  })
}

async function pay(
  world: World,
  statementId: PartnerStatementId,
  amountCents: number,
  reference: string,
): Promise<void> {
  if (amountCents === 0) return
  const paidOn = today(world)
  await attempt(world, 'partner pays', (app) =>
    recordPartnerPayment(app, world.operator, { statementId, amountCents, paidOn, reference }),
  )
}

/** Now and then the operator finds out whom the partner means. */
async function knowDrivers(world: World, day: number): Promise<void> {
  const app = world.host.app()
  const { unmatched } = await readPartnerStatements(app.db, world.operator, { limit: 1 })
  for (const { crewRef } of unmatched) {
    const crew = [...world.crews.values()].find(({ plan }) => `id:RD-${plan.key}` === crewRef)
    if (crew === undefined || !world.chance.happens(0.2, 'knows', crewRef, day)) continue
    await attempt(world, 'match driver', (living) =>
      matchPartnerCrew(living, world.operator, { crewRef, crewId: crew.scope.userId }),
    )
  }
}
