/** What Recyclops says that it pays crews of the demo city: two weeks that count, and one that nobody has checked yet. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { addDays, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import { confirmPartnerStatement } from '#server/partners/confirm-statement.ts'
import { previewPartnerStatement } from '#server/partners/preview-statement.ts'
import { recordPartnerPayment } from '#server/partners/record-payment.ts'
import { uploadPartnerStatement } from '#server/partners/upload-statement.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later } from './demo-moments.ts'
import { attempt, type World } from './world.ts'

const HEADER = ['Week start', 'Week end', 'Line ID', 'Driver ID', 'Driver', 'Email', 'Stops', 'Pay amount']
const CREWS = 4
const STOP_CENTS = 215

export function planStatements(world: World, now: Instant): void {
  for (const [index, days] of [16, 9].entries())
    later(world, daysBefore(world, now, days, '10:20'), () => importWeek(world, index))
  later(world, daysBefore(world, now, 1, '16:40'), () => send(world, 2))
  // Recyclops pays the first week whole, and of the second what it had at hand.
  later(world, daysBefore(world, now, 6, '09:10'), () =>
    receive(world, 0, { share: 1, reference: 'ACH 88120' }),
  )
  later(world, daysBefore(world, now, 2, '09:25'), () =>
    receive(world, 1, { share: 0.6, reference: 'ACH 88344' }),
  )
}

/** Of the statements that count, the oldest first. */
function receive(world: World, week: number, paid: { readonly share: number; readonly reference: string }) {
  return attempt(world, 'partner paid', async (app) => {
    const statements = await app.db
      .selectFrom('partner_statement')
      .where('confirmed_at', 'is not', null)
      .orderBy('confirmed_at')
      .select('id')
      .execute()
    const statementId = statements[week]?.id
    if (statementId === undefined) return null
    const { total } = await app.db
      .selectFrom('partner_line')
      .where('statement_id', '=', statementId)
      .where('crew_id', 'is not', null)
      .select(sql<number>`sum(amount_cents)::bigint`.as('total'))
      .executeTakeFirstOrThrow()
    return recordPartnerPayment(app, world.operator, {
      statementId,
      // In whole dollars, where it is not all.
      amountCents: paid.share === 1 ? total : Math.round((total * paid.share) / 100) * 100,
      paidOn: dateAt(world.clock.now(), world.zone),
      reference: paid.reference,
    })
  })
}

async function importWeek(world: World, week: number): Promise<void> {
  const sent = await send(world, week)
  if (sent === null) return
  await attempt(world, 'confirm statement', async (app) => {
    const { statementId } = sent
    const { mapping, lineCount, totalCents } = await previewPartnerStatement(
      app,
      world.operator,
      { statementId },
      world.clock.now(),
    )
    return confirmPartnerStatement(app, world.operator, { statementId, mapping, lineCount, totalCents })
  })
}

/** The last has a driver that we do not know, and a row with a slip of the pen. */
function send(world: World, week: number) {
  const monday = addDays(mondayOf(dateAt(world.clock.now(), world.zone)), -7)
  const named = world.crews.get(CAST.crew)!
  const others = [...world.crews.values()].filter((crew) => crew !== named).slice(0, CREWS - 1)
  const lines = [named, ...others].map(({ scope }, index) => {
    const stops = 38 + ((week * 11 + index * 17) % 29)
    return [
      `RD-${104 + index}`,
      scope.name,
      scope.email,
      String(stops),
      ((stops * STOP_CENTS) / 100).toFixed(2),
    ]
  })
  if (week === 2)
    lines.push(
      ['RD-131', 'Terry Valdez', '', '27', '58.05'],
      ['RD-104', named.scope.name, named.scope.email, '3', '6.455'],
    )
  const rows = lines.map((cells, index) => [monday, addDays(monday, 6), `R${monday}-${index + 1}`, ...cells])
  const text = [HEADER, ...rows].map((cells) => cells.join(',')).join('\n')
  return attempt(world, 'send statement', (app) =>
    uploadPartnerStatement(app, world.operator, {
      file: Readable.from([Buffer.from(text)]),
      fileName: `recyclops-${monday}.csv`,
    }),
  )
}
