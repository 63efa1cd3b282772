/**
 * Two years of nights at the cast's first complex, from before the demo city is lived day by day, so that its trends
 * have something to compare. What they leave behind is the round and what was wrong.
 */
import { sql } from 'kysely'
import type { ViolationKind } from '#domain/complexes/violations.ts'
import type { BuildingId, VisitId } from '#domain/ids.ts'
import { addDays, daysBetween, type LocalDate } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { CAST } from './cast-city.ts'
import { attempt, type World } from './world.ts'

/** Until the first day that is lived. */
const LATEST_DAYS_AGO = 30
const EARLIEST_DAYS_AGO = 700
const EVERY_DAYS = 9

/** How likely a violation is at a building, by how long ago; a letter to all doors helped half a year ago. */
const OFTEN = 0.85
const SINCE_THE_LETTER = 0.5
const LETTER_DAYS_AGO = 190
/** People moved out and left what they had. */
const SUMMER: readonly string[] = ['06', '07', '08']

const SEEN: readonly { kind: ViolationKind; note: string; weight: number }[] = [
  { kind: 'loose_trash', note: 'Loose pizza boxes beside the bag.', weight: 5 },
  { kind: 'overweight', note: '', weight: 3 },
  { kind: 'bin_left_out', note: 'Bin still in the hallway at eight.', weight: 3 },
  { kind: 'blocked', note: 'A sofa stands in the stairway.', weight: 1 },
  { kind: 'hazardous', note: 'Half a can of paint.', weight: 1 },
]
const SEEN_IN_ALL = SEEN.flatMap((seen) => Array.from({ length: seen.weight }, () => seen))

type Seen = {
  readonly buildingId: BuildingId
  readonly unitLabel: string
  readonly kind: ViolationKind
  readonly note: string
}

export async function rememberViolations(world: World, today: LocalDate): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  const { userId: crewId } = world.crews.get(CAST.crew)!.scope
  await attempt(world, 'violations of a year', async (app) => {
    const place = await findPlace(app, scope.userId)
    if (place === undefined) return
    for (const date of nightsBefore(today)) {
      const seen = violationsOn(world, date, daysBetween(date, today), place.buildings)
      await insertNight(app, { ...place, crewId, date }, seen)
    }
  })
}

function nightsBefore(today: LocalDate): LocalDate[] {
  const dates: LocalDate[] = []
  for (let ago = EARLIEST_DAYS_AGO; ago >= LATEST_DAYS_AGO; ago -= EVERY_DAYS)
    dates.push(addDays(today, -ago))
  return dates
}

type Building = { readonly id: BuildingId; readonly units: readonly string[] }

/** The north building has the most; at one door it happens again and again. */
function violationsOn(world: World, date: LocalDate, ago: number, buildings: readonly Building[]): Seen[] {
  const usual = ago > LETTER_DAYS_AGO ? OFTEN : SINCE_THE_LETTER
  return buildings.flatMap(({ id: buildingId, units }, index) =>
    [0, 1].flatMap((turn) => {
      const share = (usual * (SUMMER.includes(date.slice(5, 7)) ? 1.3 : 1)) / (index + 1 + turn)
      if (!world.chance.happens(Math.min(1, share), 'violation of before', date, String(index), String(turn)))
        return []
      const seen =
        SEEN_IN_ALL[
          world.chance.whole(0, SEEN_IN_ALL.length - 1, 'which', date, String(index), String(turn))
        ]!
      const last = world.chance.happens(0.3, 'again', date, String(index)) ? 0 : units.length - 1
      const unitLabel = units[world.chance.whole(0, last, 'door', date, String(index), String(turn))]!
      return [{ buildingId, unitLabel, kind: seen.kind, note: seen.note }]
    }),
  )
}

async function findPlace(app: App, customerId: string) {
  const place = await app.db
    .selectFrom('complex')
    .innerJoin('property', 'property.complex_id', 'complex.id')
    .where(sql<boolean>`complex.customer_id = ${customerId}`)
    .orderBy('complex.created_at')
    .select(['complex.id as complexId', 'property.id as propertyId', 'property.time_zone as zone'])
    .executeTakeFirst()
  if (place === undefined) return undefined
  const buildings = await app.db
    .selectFrom('building')
    .where('complex_id', '=', place.complexId)
    .orderBy('position')
    .select(['id', 'units'])
    .execute()
  const photo = await app.db
    .selectFrom('photo')
    .innerJoin('visit', 'visit.id', 'photo.visit_id')
    .where('visit.property_id', '=', place.propertyId)
    .select('photo.id')
    .executeTakeFirst()
  return photo === undefined ? undefined : { ...place, buildings, photoId: photo.id, customerId }
}

type Night = NonNullable<Awaited<ReturnType<typeof findPlace>>> & {
  readonly crewId: string
  readonly date: LocalDate
}

/** Settled with whoever kept the books then: it costs and earns nothing here. */
async function insertNight(app: App, night: Night, seen: readonly Seen[]): Promise<void> {
  const { complexId, propertyId, customerId, crewId, date, zone } = night
  const at = (time: string) => sql`((${date} || ${` ${time}`})::timestamp at time zone ${zone})`
  const { rows } = await sql<{ id: VisitId }>`
    insert into visit (customer_id, property_id, service_key, date, starts_at, ends_at, quantity, state, crew_id,
      started_at, completed_at, price_lines, price_cents, crew_pay_cents, created_at)
    values (${customerId}, ${propertyId}, 'valet_trash', ${date}, ${at('16:00')}, ${at('20:00')}, 48, 'completed',
      ${crewId}, ${at('18:05')}, ${at('19:20')}, '[]', 0, 0, ${at('09:00')})
    returning id
  `.execute(app.db)
  const visitId = rows[0]!.id
  await sql`
    insert into building_check (visit_id, building_id, crew_id, checked_at)
    select ${visitId}, building.id, ${crewId}, ${at('18:20')} + building.position * interval '14 minutes'
    from building where building.complex_id = ${complexId}
  `.execute(app.db)
  await sql`
    insert into violation (visit_id, complex_id, night, building_id, unit_label, kind, note, photo_id, crew_id, reported_at)
    select ${visitId}, ${complexId}, ${date}, seen."buildingId", seen."unitLabel", seen.kind, seen.note,
      ${night.photoId}, ${crewId}, ${at('18:25')}
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb)
      as seen("buildingId" uuid, "unitLabel" text, kind text, note text)
    on conflict do nothing
  `.execute(app.db)
}
