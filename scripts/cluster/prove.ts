/** Afterwards: whether everything that was acknowledged is there, once, and the books agree. */
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { reconcile } from '#server/ledger/reconcile.ts'
import type { Deeds } from './acts.ts'

export type Proof = {
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  readonly wrong: readonly string[]
}

export async function prove(app: App, deeds: Deeds): Promise<Proof> {
  const wrong = [...(await unasked(app, deeds)), ...(await differences(app)), ...(await parked(app))]
  return { lost: await lost(app, deeds), doubled: await doubled(app), wrong }
}

async function lost(app: App, deeds: Deeds): Promise<string[]> {
  return [
    ...(await missing(app, 'order', deeds.orders.keys(), sql`select id from on_demand_order`)),
    ...(await missing(
      app,
      'order that was called off',
      deeds.calledOff,
      sql`select id from on_demand_order where state = 'cancelled'`,
    )),
    ...(await missing(
      app,
      'completed visit',
      deeds.completed,
      sql`select id from visit where state = 'completed'`,
    )),
    ...(await missing(
      app,
      'earning of a visit',
      deeds.completed,
      sql`select visit_id as id from earning where kind = 'visit'`,
    )),
    ...(await missing(
      app,
      'photo of a visit',
      deeds.photographed,
      sql`select visit_id as id from photo where visit_id is not null`,
    )),
    // A tip waits until it can no longer be taken back, then it is given and waits no more.
    ...(await missing(
      app,
      'tip',
      deeds.tipped,
      sql`select visit_id as id from waiting_tip union all select visit_id from tip`,
    )),
    ...(await lostFiles(app)),
  ]
}

async function doubled(app: App): Promise<string[]> {
  return [
    ...(await twice(app, 'order', sql`select notes as what from on_demand_order where notes <> ''`)),
    ...(await twice(
      app,
      'hold at the provider',
      sql`select reference as what from demo_bank_object where reference is not null and kind = 'intent' and state <> 'canceled'`,
    )),
    ...(await twice(
      app,
      'completion of a visit',
      sql`select subject_id as what from ledger_journal where kind = 'visit_completed'`,
    )),
    ...(await twice(
      app,
      'earning of a visit',
      sql`select visit_id as what from earning where kind = 'visit'`,
    )),
  ]
}

async function unasked(app: App, deeds: Deeds): Promise<string[]> {
  const { rows } = await sql<{ notes: string }>`select notes from on_demand_order where notes <> ''`.execute(
    app.db,
  )
  return rows
    .filter(({ notes }) => !deeds.notes.has(notes))
    .map(({ notes }) => `order ${notes} that nobody made`)
}

async function missing(
  app: App,
  what: string,
  ids: Iterable<string>,
  there: ReturnType<typeof sql>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::uuid[]) as asked (id) where id not in (${there})
  `.execute(app.db)
  return rows.map(({ id }) => `${what} ${id}`)
}

async function twice(app: App, what: string, effects: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ what: string; count: number }>`
    select what::text, count(*)::integer as count from (${effects}) as effect group by 1 having count(*) > 1
  `.execute(app.db)
  return rows.map((row) => `${what} ${row.what}: ${row.count} times`)
}

/** Each server wrote into the folder of all. */
async function lostFiles(app: App): Promise<string[]> {
  const photos = await app.db.selectFrom('photo').select(['id', 'storage_key']).execute()
  const lost: string[] = []
  for (const { id, storage_key } of photos) {
    const file = await app.ports.photos.get(storage_key)
    if (file === null) lost.push(`file of photo ${id}`)
    else file.destroy()
  }
  return lost
}

async function differences(app: App): Promise<string[]> {
  const { checks } = await reconcile(app)
  return checks.flatMap(({ name, differences: each }) =>
    each.map(({ subject, sentence }) => `${name}: ${subject} ${sentence}`),
  )
}

async function parked(app: App): Promise<string[]> {
  const rows = await app.db
    .selectFrom('task')
    .where('parked_at', 'is not', null)
    .select(['kind', 'last_error'])
    .execute()
  return rows.map(({ kind, last_error }) => `task ${kind} given up: ${last_error}`)
}
