/**
 * What each thing costs as the history grows: `npm run bench -- growth [--long]`. A database is filled by set-based SQL
 * with 10⁴ and 10⁶ visits (`--long`: 10⁷, tens of GB), or with those that `--sizes` names. In three years of history
 * the customers grow with the visits; with `--customers 2000` they stay as many at each size, have a visit a week, and
 * only the weeks behind them are more: what grows then, grows with history. Every hot call, every batch
 * that comes round and some that are heavy are done until warm, then measured: the lower quartile of fifteen, as what
 * else the machine does makes some of them longer. The exponent is that of the cost over the number of visits; the bar
 * is 0.1 where it is above a few milliseconds, and what passes it for a reason is named with it (`growth/meant.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import { addDays, DAY_MS, DEFAULT_TIME_ZONE, dateAt, instant } from '#domain/time.ts'
import { billBatch } from '#server/billing/bill-week.ts'
import { readConfig } from '#server/config.ts'
import { type Db, openDatabase } from '#server/db/client.ts'
import { openSession, sessionCookieName } from '#server/http/session.ts'
import { sealJournals } from '#server/ledger/seal-queries.ts'
import { type OpenedApp, openApp } from '#server/open.ts'
import { deleteNoticesBefore } from '#server/retention/queries.ts'
import { createServer } from '#server/serving/create-server.ts'
import { buildCustomer, buildOperator } from '#testing/build.ts'
import { around } from '#testing/fill-around.ts'
import { fillGrowth } from '#testing/fill-growth.ts'
import { batchOperations, catchUp, hotOperations } from './growth/hot.ts'
import { reasonFor } from './growth/meant.ts'
import { printTable } from './table.ts'

const FILLING_AT_ONCE = 2
const ROUNDS = 15
const FEWEST_ROUNDS = 4
const LONGEST_MS = 10_000
const BAR = 0.1
/** Below, it is the machine that is measured. */
const NOISE_MS = 20

type Operations = Readonly<Record<string, () => Promise<unknown>>>

export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      long: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      customers: { type: 'string' },
    },
  })
  const sizes = (values.sizes ?? (values.long ? '10000,1000000,10000000' : '10000,1000000'))
    .split(',')
    .map(Number)
  const customers = values.customers === undefined ? null : Number(values.customers)
  const quartiles = new Map<string, number[]>()
  for (const size of sizes)
    for (const [name, ms] of await measureAt(size, customers))
      quartiles.set(name, [...(quartiles.get(name) ?? []), ms])
  const passed: string[] = []
  const rows = [['operation, ms', ...sizes.map((size) => size.toLocaleString('en')), 'exponent']]
  for (const [name, all] of quartiles) {
    const exponent = Math.log(all.at(-1)! / all[0]!) / Math.log(sizes.at(-1)! / sizes[0]!)
    rows.push([name, ...all.map((ms) => ms.toFixed(1)), exponent.toFixed(2)])
    if (exponent <= BAR || all.at(-1)! <= NOISE_MS) continue
    const reason = reasonFor(name, { doPeopleGrow: customers === null })
    if (reason === null) process.exitCode = 1
    passed.push(`${name}: ${reason ?? 'no reason is named, and it fails'}`)
  }
  printTable(rows)
  console.log(passed.length === 0 ? `\nNothing passes ${BAR}.` : `\nAbove ${BAR}:`)
  for (const line of passed) console.log(`  ${line}`)
  console.log(
    customers === null
      ? 'Customers, crews and visits grew alike over three years.'
      : `${customers} customers at each size: only the weeks behind them grew.`,
  )
}

async function measureAt(size: number, customers: number | null): Promise<Map<string, number>> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'crew-bench-'))
  const app = await openApp(
    readConfig({ CREW_DATA_DIR: dataDirectory, CREW_DEMO: '0', LOG_LEVEL: 'error', PORT: '0' }),
  )
  try {
    const startedAt = performance.now()
    const owner = openDatabase(app.ownerConnection, {
      statementTimeoutMs: 0,
      maxConnections: FILLING_AT_ONCE,
    })
    const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
    await hurry(owner.db)
    await fillGrowth(owner.db, {
      visits: size,
      ...paceOf(size, customers),
      today,
      also: around,
      atOnce: FILLING_AT_ONCE,
    })
    while ((await owner.db.transaction().execute((trx) => sealJournals(trx))) > 0);
    // Tests do the oldest of any lane; the product's lanes, one of which each process works on, have an index of theirs.
    await sql`create index task_oldest_idx on task (run_at, id) where parked_at is null`.execute(owner.db)
    await hurryNoMore(owner.db)
    await owner.close()
    console.log(`${size} visits filled in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
    const quartiles = new Map<string, number>()
    const server = await createServer(app, { pagesDirectory: null, limitsCalls: false })
    // What the years left to be done once is none of the cost of a day.
    await catchUp(app)
    console.log(`${size}: caught up after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
    const operations = [
      ...Object.entries(await operationsOf(app, server)),
      ...(await hotOperations(app, server)),
      ...batchOperations(app),
    ]
    for (const [name, act] of operations) {
      quartiles.set(name, await quartileOf(act))
      console.log(`  ${size}: ${name} ${quartiles.get(name)!.toFixed(1)} ms`)
    }
    await server.close()
    return quartiles
  } finally {
    await app.close()
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

/** What nobody would miss after a failure is written without care for one. */
const HURRY = {
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '1GB',
}

async function hurry(db: Db): Promise<void> {
  for (const [name, value] of Object.entries(HURRY))
    await sql`alter system set ${sql.raw(name)} = ${sql.lit(value)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
}

async function hurryNoMore(db: Db): Promise<void> {
  for (const name of Object.keys(HURRY)) await sql`alter system reset ${sql.raw(name)}`.execute(db)
  await sql`select pg_reload_conf()`.execute(db)
  await sql`checkpoint`.execute(db)
}

/** A visit a week for each of so many customers. */
function paceOf(visits: number, customers: number | null) {
  if (customers === null) return {}
  const visitsOfCustomer = visits / customers
  return { visitsOfCustomer, days: Math.max(7, Math.round(visitsOfCustomer * 7)) }
}

async function operationsOf(app: OpenedApp, server: FastifyInstance): Promise<Operations> {
  const { db } = app
  const { who, customer } = await signEverybodyIn(app)
  const call = callsOf(server, who)
  const now = app.ports.clock.now()
  const today = dateAt(now, DEFAULT_TIME_ZONE)
  const payment = await db
    .selectFrom('payment')
    .where('customer_id', '=', customer)
    .select('id')
    .executeTakeFirstOrThrow()
  const due = { marketId: 'denver', run: { from: addDays(today, -7), to: today }, period: 'weekly' } as const
  const days = { from: addDays(today, -14), to: addDays(today, 14) }
  return {
    receipt: call('customer', `GET /api/payment?id=${payment.id}`),
    'ledger balances': call('operator', 'GET /api/ledger-balances'),
    'operator board': call('operator', 'GET /api/operator-board'),
    'crew payments': call('crew', 'GET /api/crew-payments'),
    'customer’s visits': call('customer', 'POST /api/get-visits', days),
    'customer’s payments': call('customer', 'GET /api/payments'),
    notices: call('customer', 'POST /api/get-notices'),
    'places of a portfolio': call('portfolio', 'GET /api/properties'),
    ...Object.fromEntries(
      (['portfolio', 'helper of all', 'helper of a group'] as const).flatMap((whose) => [
        [`visits of a portfolio: ${whose}`, call(whose, 'POST /api/get-visits', days)],
        [`weekly jobs of a portfolio: ${whose}`, call(whose, 'POST /api/get-weekly-jobs', { limit: 50 })],
      ]),
    ),
    'places of a portfolio: helper of all': call('helper of all', 'GET /api/properties'),
    'places of a portfolio: helper of a group': call('helper of a group', 'GET /api/properties'),
    'a crew’s day': call('crew', 'GET /api/day'),
    'billing, nothing due': () =>
      db
        .transaction()
        .execute((trx) => billBatch(trx, { ...due, after: null, zone: DEFAULT_TIME_ZONE, now })),
    'forget notices, nothing due': () => deleteNoticesBefore(db, instant(now - 3_650 * DAY_MS), 'denver'),
  }
}

type Who = 'customer' | 'portfolio' | 'helper of all' | 'helper of a group' | 'crew' | 'operator'
type Cookies = Readonly<Record<Who, string>>

async function signEverybodyIn(app: OpenedApp): Promise<{ who: Cookies; customer: UserId }> {
  const { db } = app
  const cookieOf = async (userId: UserId, ownerId?: UserId) => {
    const now = app.ports.clock.now()
    const token = await openSession(db, { userId, userAgent: 'bench', now, hasSecondFactor: true })
    if (ownerId !== undefined)
      await sql`
        update session set share_id = share.id from share
        where session.user_id = ${userId} and share.helper_id = ${userId} and share.owner_id = ${ownerId}
      `.execute(db)
    return `${sessionCookieName(app.config)}=${token}`
  }
  const person = (type: 'Customer' | 'Crew') =>
    db
      .selectFrom('users')
      .where('type', '=', type)
      .where('market_id', '=', 'denver')
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
  const portfolio = await db
    .selectFrom('property')
    .groupBy('customer_id')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .select('customer_id')
    .executeTakeFirstOrThrow()
  const customer = (await person('Customer')).id
  const who = {
    customer: await cookieOf(customer),
    portfolio: await cookieOf(portfolio.customer_id),
    'helper of all': await cookieOf(
      await buildHelper(app, portfolio.customer_id, true),
      portfolio.customer_id,
    ),
    'helper of a group': await cookieOf(
      await buildHelper(app, portfolio.customer_id, false),
      portfolio.customer_id,
    ),
    crew: await cookieOf((await person('Crew')).id),
    operator: await cookieOf((await buildOperator(app)).userId),
  }
  return { who, customer }
}

/** Looks after all places of a portfolio, or after a tenth of them. */
async function buildHelper(app: OpenedApp, ownerId: UserId, isWhole: boolean): Promise<UserId> {
  const { userId } = await buildCustomer(app)
  await sql`
    with given as (
      insert into share (owner_id, helper_id, name, email, locale, role, is_whole, created_at, sent_at, expires_at, joined_at)
      values (${ownerId}, ${userId}, 'Hana', 'hana@example.test', 'en', 'schedule', ${isWhole}, now(), now(),
        now() + interval '7 days', now())
      returning id
    ), grouped as (
      insert into property_group (customer_id, name, created_at)
      select ${ownerId}, 'Lakeside', now() where not ${isWhole} returning id
    ), placed as (
      update property set group_id = grouped.id from grouped where property.id in (
        select id from property where customer_id = ${ownerId} order by id
        limit (select count(*) / 10 + 1 from property where customer_id = ${ownerId}))
    )
    insert into share_group (share_id, property_group_id) select given.id, grouped.id from given, grouped
  `.execute(app.db)
  return userId
}

function callsOf(server: FastifyInstance, who: Cookies) {
  return (name: Who, key: string, payload: object = {}) =>
    async () => {
      const [method, url] = key.split(' ') as ['GET' | 'POST', string]
      const body = method === 'POST' ? { payload } : {}
      const answer = await server.inject({ method, url, headers: { cookie: who[name] }, ...body })
      if (answer.statusCode !== 200)
        throw new Error(`${key} answered ${answer.statusCode}: ${answer.payload}`)
    }
}

/** What takes seconds is done a few times only. */
async function quartileOf(act: () => Promise<unknown>): Promise<number> {
  const all: number[] = []
  let left = LONGEST_MS
  const warmingUntil = performance.now() + LONGEST_MS
  for (let round = 0; round < 3 && performance.now() < warmingUntil; round++) await act()
  while (all.length < ROUNDS && (left > 0 || all.length < FEWEST_ROUNDS)) {
    const startedAt = performance.now()
    await act()
    all.push(performance.now() - startedAt)
    left -= all.at(-1)!
  }
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 4)]!
}
