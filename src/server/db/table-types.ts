import type { Pool } from 'pg'
import { type Column, readTables, type Table } from './catalog.ts'

/** Kysely's row types for every table, as the text of `tables.ts`. */
export async function tableTypes(pool: Pool): Promise<string> {
  const tables = await readTables(pool)
  const entries = tables.map(({ name }) => `  ${name}: ${typeName(name)}`)
  return `${HEADER}\nexport interface Database {\n${entries.join('\n')}\n}\n\n${tables.map(tableText).join('\n\n')}\n`
}

const HEADER = `/** The rows of every table. Written by \`npm run schema\` from the migrations; not edited by hand. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant, LocalDate, LocalTime } from '#domain/time.ts'

/** Read as an instant, written as \`toTimestamp(instant)\`. */
type Timestamp<Nullable = never, Optional = never> = ColumnType<
  Instant | Nullable,
  Date | Nullable | Optional,
  Date | Nullable
>
/** Read as parsed JSON, written as \`toJson(value)\`. */
type Json<Nullable = never, Optional = never> = ColumnType<unknown, string | Nullable | Optional, string | Nullable>
`

const TYPES: Readonly<Record<string, string>> = {
  uuid: 'string',
  text: 'string',
  numeric: 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  'double precision': 'number',
  date: 'LocalDate',
  'time without time zone': 'LocalTime',
  bytea: 'Buffer',
}

function tableText({ name, columns, constraints }: Table): string {
  const lines = columns.map(
    (column) => `  ${column.name}: ${columnType(column, allowedWords(column, constraints))}`,
  )
  return `interface ${typeName(name)} {\n${lines.join('\n')}\n}`
}

function columnType(column: Column, words: readonly string[]): string {
  const isOptional = column.defaultText !== null || column.identity === 'by default'
  const special = { 'timestamp with time zone': 'Timestamp', jsonb: 'Json' }[column.type]
  if (special) {
    const nullable = column.isNullable ? 'null' : 'never'
    if (isOptional) return `${special}<${nullable}, undefined>`
    return column.isNullable ? `${special}<null>` : special
  }
  const plain = words.length > 0 ? words.map((word) => `'${word}'`).join(' | ') : plainType(column.type)
  const type = column.isNullable ? `${plain} | null` : plain
  if (column.identity === 'always' || column.isGenerated) return `GeneratedAlways<${type}>`
  return isOptional ? `Generated<${type}>` : type
}

/** Throws for a column type that nobody has thought about yet: it needs a parser in `column-types.ts` too. */
function plainType(type: string): string {
  const element = TYPES[type.replace('[]', '')]
  if (element === undefined) throw new Error(`table-types.ts has no row type for ${type}`)
  return type.endsWith('[]') ? `${element}[]` : element
}

/** The words of `check (column in ('a', 'b'))`, so that a misspelt state does not compile. */
function allowedWords(column: Column, constraints: Table['constraints']): string[] {
  const pattern = new RegExp(`^CHECK \\(\\(${column.name} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`)
  for (const { kind, definition } of constraints) {
    const list = kind === 'check' ? pattern.exec(definition)?.[1] : undefined
    if (list !== undefined) return Array.from(list.matchAll(/'([^']*)'::text/g), (match) => match[1]!)
  }
  return []
}

function typeName(table: string): string {
  return `${table.replace(/(^|_)([a-z])/g, (_match, _gap, letter: string) => letter.toUpperCase())}Table`
}
