/** What a database was really asked, and how it would go about it. */
import type { Pool, PoolClient } from 'pg'
import { vi } from 'vitest'
import { fieldsIn } from '#contract/outside.ts'
import { isReadOnly } from '#server/db/errors.ts'

export type Statement = { readonly text: string; readonly values: readonly unknown[]; readonly by: string }

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Plan Rows': number
  readonly 'Index Cond'?: string
  readonly 'Recheck Cond'?: string
  readonly 'Temp Written Blocks'?: number
  readonly Plans?: readonly Plan[]
}

type CostedPlan = Plan & { readonly 'Total Cost': number }

/** Records every statement on connections that are opened from now on. `takeNew` hands over those not met before. */
export function recordStatements(pool: Pool): { takeNew: (by: string) => Statement[] } {
  const spies: { mock: { calls: readonly unknown[][] }; mockClear: () => unknown }[] = []
  pool.on('connect', (client) => spies.push(vi.spyOn(client, 'query')))
  const known = new Set<string>()
  return {
    takeNew: (by) => {
      const statements: Statement[] = []
      for (const spy of spies) {
        for (const asked of spy.mock.calls) {
          const { text, values } = sentOf(asked)
          if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
          if (known.has(shapeOf(text))) continue
          known.add(shapeOf(text))
          statements.push({ text, values: Array.isArray(values) ? values : [], by })
        }
        spy.mockClear()
      }
      return statements
    },
  }
}

/** A text with values, or a named one; empty for what is neither. */
function sentOf([first, second]: readonly unknown[]): { text: string; values: unknown } {
  const { text, values } = fieldsIn(first)
  if (typeof first === 'string') return { text: first, values: second }
  return { text: typeof text === 'string' ? text : '', values }
}

/** Lists of values of different lengths are one statement. */
function shapeOf(text: string): string {
  return text
    .replace(/\$\d+/g, '$')
    .replace(/\$(, ?\$)+/g, '$')
    .replace(/\(\$[^()]*\)(, ?\(\$[^()]*\))+/g, '($)')
}

/**
 * `any` as it is done; `seeking` as it would be if reading a whole table were never cheap: what then still does has no
 * other way. `prepared` as `any`, where PostgreSQL would keep one plan of a named statement for whatever values by that.
 */
export type Ways = 'any' | 'seeking' | 'prepared'

const CHEAP_FOR_SMALL = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

export async function explain(pool: Pool, { text, values }: Statement, ways: Ways): Promise<Plan> {
  const client = await pool.connect()
  try {
    for (const name of CHEAP_FOR_SMALL)
      await client.query(`set ${name} = ${ways === 'seeking' ? 'off' : 'on'}`)
    const once = await planOf(client, `explain (format json) ${text}`, values)
    if (ways !== 'prepared') return once
    const kept = await explainPrepared(client, text, values.length)
    return kept['Total Cost'] < once['Total Cost'] + costOfPlanning(once) ? kept : once
  } finally {
    for (const name of CHEAP_FOR_SMALL) await client.query(`reset ${name}`)
    client.release()
  }
}

/** As PostgreSQL reckons it (`cached_plan_cost` in plancache.c), with as many relations as there may be. */
function costOfPlanning(plan: Plan): number {
  const count = JSON.stringify(plan).split('"Relation Name"').length
  return 1_000 * 0.0025 * 2 * count
}

/** Of any values, so none are said. */
async function explainPrepared(client: PoolClient, text: string, count: number): Promise<CostedPlan> {
  const nothing = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join()})`
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query(`prepare asked as ${text}`)
  try {
    return await planOf(client, `explain (format json) execute asked${nothing}`, [])
  } finally {
    await client.query('deallocate asked')
    await client.query('reset plan_cache_mode')
  }
}

async function planOf(client: PoolClient, text: string, values: readonly unknown[]): Promise<CostedPlan> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: CostedPlan }] }>(text, [...values])
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** What each sort and join has in the smallest house. */
const LEAST_MEMORY = '4MB'

/** How many blocks a statement writes to the disk only to sort and join; null where it writes anything else. */
export async function spilledBy(pool: Pool, { text, values }: Statement): Promise<number | null> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(`set local work_mem = '${LEAST_MEMORY}'`)
    const plan = await planOf(client, `explain (analyze, buffers, timing off, format json) ${text}`, values)
    return plan['Temp Written Blocks'] ?? 0
  } catch (error) {
    if (isReadOnly(error)) return null
    throw error
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Tables and indexes that hold more rows than may be read to find a few. */
export async function largerThan(pool: Pool, count: number): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [count],
  )
  return new Set(rows.map(({ name }) => name))
}

type Asked = { readonly large: ReadonlySet<string>; readonly atMost: number }

/** Each reading of much of a large table, as `table: how`. A limit excuses what ends as soon as it is reached. */
export function readingsOf(plan: Plan, asked: Asked): string[] {
  return [...new Set(readings(plan, asked, false))]
}

function readings(plan: Plan, asked: Asked, endsEarly: boolean): string[] {
  const kind = plan['Node Type']
  const isBlocking = /^(Sort|Aggregate|Hash|WindowAgg|SetOp)$/.test(kind)
  const ends = kind === 'Limit' || (endsEarly && !isBlocking)
  const below = (plan.Plans ?? []).flatMap((child) => readings(child, asked, ends))
  if (kind === 'Sort' && !endsEarly && plan['Plan Rows'] > asked.atMost)
    return ['sort of many rows', ...below]
  const how = endsEarly ? null : readingOf(plan, asked)
  return how === null ? below : [`${plan['Relation Name']}: ${how}`, ...below]
}

function readingOf(plan: Plan, { large, atMost }: Asked): string | null {
  const kind = plan['Node Type']
  if (!kind.endsWith('Scan') || !large.has(plan['Relation Name'] ?? '')) return null
  if (kind === 'Seq Scan') return 'whole table'
  const isSought = (plan['Index Cond'] ?? plan['Recheck Cond']) !== undefined
  // One that holds only what is open stays small.
  if (!isSought && large.has(plan['Index Name'] ?? '')) return 'whole index'
  return plan['Plan Rows'] > atMost ? 'many rows' : null
}
