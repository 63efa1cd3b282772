import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase, testDatabase } from '#testing/database.ts'
import { dumpSchema } from './schema-dump.ts'
import { tableTypes } from './table-types.ts'

const { pool } = await testDatabase()
const { rows } = await pool.query<{ major: number }>(
  `select current_setting('server_version_num')::integer / 10000 as major`,
)
// Other releases word the same expression differently; the committed files are of the embedded one.
const isEmbeddedRelease = rows[0]!.major === 15

test.runIf(isEmbeddedRelease)('schema.sql is what the migrations make', async () => {
  const committed = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8')
  expect(committed, 'run `npm run schema` and commit what it writes').toBe(await dumpSchema(pool))
})

test.runIf(isEmbeddedRelease)('tables.ts is what the migrations make', async () => {
  const committed = await readFile(join(import.meta.dirname, 'tables.ts'), 'utf8')
  expect(committed, 'run `npm run schema` and commit what it writes').toBe(await tableTypes(pool))
})

test.runIf(isEmbeddedRelease)('schema.sql alone makes the same schema', async () => {
  const copy = await newDatabase({ isEmpty: true })
  await copy.pool.query(await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8'))
  expect(withoutParentheses(await dumpSchema(copy.pool))).toBe(withoutParentheses(await dumpSchema(pool)))
})

/** Reading its own text, PostgreSQL drops the brackets of `(a and b) and c`. */
function withoutParentheses(text: string): string {
  return text.replace(/[()]/g, '')
}
