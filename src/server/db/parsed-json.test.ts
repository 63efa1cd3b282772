import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import { newDatabase, testDatabase } from '#testing/database.ts'
import { toJson, toTimestamp } from './client.ts'
import { shapeOf } from './json-columns.ts'
import { tableTypes } from './table-types.ts'

const { db } = await testDatabase()
const at = toTimestamp(instant(Date.UTC(2026, 10, 1)))
const ready = { seed: 7, state: 'ready' } as const

beforeEach(async () => {
  await db.deleteFrom('installation').execute()
  await db
    .insertInto('installation')
    .values({ key: 'sound', value: toJson(ready), updated_at: at })
    .execute()
  await sql`insert into installation (key, value, updated_at) values ('broken', '{"seed": 7}', ${at})`.execute(
    db,
  )
})

describe('what a jsonb column holds', () => {
  test('comes out as it went in', async () => {
    const row = await db.selectFrom('installation').where('key', '=', 'sound').selectAll().executeTakeFirst()
    expect(row?.value).toEqual(ready)
  })

  test.each([
    ['by its name', () => broken().select('value').execute()],
    ['by another name', () => broken().select('value as marker').execute()],
    ['with everything else', () => broken().selectAll().execute()],
    [
      'out of a subquery',
      () => db.selectFrom(broken().select('value as marker').as('inner')).selectAll().execute(),
    ],
    ['in a raw statement', () => sql`select value from installation where key = 'broken'`.execute(db)],
    [
      'from what a statement changed',
      () =>
        db
          .updateTable('installation')
          .set({ updated_at: at })
          .where('key', '=', 'broken')
          .returning('value')
          .execute(),
    ],
  ])('is refused where it does not fit its shape, asked %s', async (_how, read) => {
    await expect(read()).rejects.toThrow(/^installation\.value is not as it should be/)
  })

  test('is no trouble to those who do not ask for it', async () => {
    expect(await broken().select('key').execute()).toEqual([{ key: 'broken' }])
  })

  test('may be nothing where the column may', async () => {
    const [row] = await db
      .selectFrom('setting')
      .rightJoin('installation', 'installation.key', 'setting.key')
      .where('installation.key', '=', 'sound')
      .select('setting.value')
      .execute()
    expect(row).toEqual({ value: null })
  })

  test('keeps nothing of which its shape does not know', () => {
    const lines = [{ kind: 'tip', amountCents: 100, colour: 'x' }]
    expect(shapeOf('visit.price_lines')?.parse(lines)).toEqual([{ kind: 'tip', amountCents: cents(100) }])
    expect(shapeOf('visit.price_lines')?.safeParse([{ kind: 'gift', amountCents: 1 }]).success).toBe(false)
  })
})

test('a jsonb column that nobody described gets no row type', async () => {
  const copy = await newDatabase({ isOwner: true })
  await copy.pool.query('alter table market add column habits jsonb')
  await expect(tableTypes(copy.pool)).rejects.toThrow('json-columns.ts has no shape for market.habits')
})

function broken() {
  return db.selectFrom('installation').where('key', '=', 'broken')
}
