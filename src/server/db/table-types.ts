import type { Pool } from 'pg'
import { type Column, readTables, type Table } from './catalog.ts'
import { shapeOf } from './json-columns.ts'

/** Kysely's row types for every table, as the text of `tables.ts`. */
export async function tableTypes(pool: Pool): Promise<string> {
  const tables = await readTables(pool)
  const entries = tables.map(({ name }) => `  ${name}: ${typeName(name)}`)
  const rows = tables.map((table) => tableText(table, tables)).join('\n\n')
  return `${headerOf(rows)}\nexport interface Database {\n${entries.join('\n')}\n}\n\n${rows}\n`
}

/** Only the brands that some row has are imported. */
function headerOf(rows: string): string {
  const used = (names: readonly string[]) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(rows))
  const ids = [...new Set(Array.from(rows.matchAll(/\b[A-Z]\w*Id\b/g), ([name]) => name))].sort()
  return `/** The rows of every table. Written by \`npm run schema\` from the migrations; not edited by hand. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ${ids.join(', ')} } from '#domain/ids.ts'
import type { ${used(['Cents']).join(', ')} } from '#domain/money.ts'
import type { Instant, ${used(['LocalDate', 'LocalTime']).join(', ')} } from '#domain/time.ts'
import type { JsonColumn, JsonIn, JsonText } from './json-columns.ts'

/** Read as an instant, written as \`toTimestamp(instant)\`. */
type Timestamp<Nullable = never, Optional = never> = ColumnType<
  Instant | Nullable,
  Date | Nullable | Optional,
  Date | Nullable
>
/** Read as its shape in \`json-columns.ts\` says, written as \`toJson(value)\`. */
type Json<Column extends JsonColumn, Nullable = never, Optional = never> = ColumnType<
  JsonIn<Column> | Nullable,
  JsonText<JsonIn<Column>> | Nullable | Optional,
  JsonText<JsonIn<Column>> | Nullable
>
`
}

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
  tsvector: 'string',
}

function tableText(table: Table, tables: readonly Table[]): string {
  const lines = table.columns.map((column) => `  ${column.name}: ${columnType(column, table, tables)}`)
  return `interface ${typeName(table.name)} {\n${lines.join('\n')}\n}`
}

function columnType(column: Column, table: Table, tables: readonly Table[]): string {
  const isOptional = column.defaultText !== null || column.identity === 'by default'
  const special = specialType(column, table)
  if (special !== null) {
    const nullable = column.isNullable ? ['null'] : isOptional ? ['never'] : []
    const args = [...special.args, ...nullable, ...(isOptional ? ['undefined'] : [])]
    return args.length === 0 ? special.type : `${special.type}<${args.join(', ')}>`
  }
  const value = valueType(column, table, tables)
  const type = column.isNullable ? `${value} | null` : value
  if (column.identity === 'always' || column.isGenerated) return `GeneratedAlways<${type}>`
  return isOptional ? `Generated<${type}>` : type
}

/** What is read otherwise than it is written. Throws for a jsonb column of which nobody said what is in it. */
function specialType(column: Column, table: Table): { type: string; args: string[] } | null {
  if (column.type === 'timestamp with time zone') return { type: 'Timestamp', args: [] }
  if (column.type !== 'jsonb') return null
  const name = `${table.name}.${column.name}`
  if (shapeOf(name) === undefined) throw new Error(`json-columns.ts has no shape for ${name}`)
  return { type: 'Json', args: [`'${name}'`] }
}

/**
 * Where the noun is not the table's name. A picture of an order is served like any other, under one kind of id; a tip
 * that waits is given under its own.
 */
const NOUNS: Readonly<Record<string, string>> = { users: 'user', order_photo: 'photo', waiting_tip: 'tip' }

/** What one value of a column is: what it names, what it may say, what it counts, or else what PostgreSQL stores. */
function valueType(column: Column, table: Table, tables: readonly Table[]): string {
  const named = column.type === 'uuid' ? nounOf(column.name, table, tables) : null
  if (named !== null) return `${pascalCase(NOUNS[named] ?? named)}Id`
  const values = allowedValues(column, table.constraints)
  if (values.length > 0) return column.type.endsWith('[]') ? `(${values.join(' | ')})[]` : values.join(' | ')
  return column.name.endsWith('_cents') ? 'Cents' : plainType(column.type)
}

/** The table whose row a column names: its own, or at the end of its foreign keys; none for what may name several. */
function nounOf(column: string, { name, constraints }: Table, tables: readonly Table[]): string | null {
  const own = constraints.filter(({ columns }) => columns.length === 1 && columns[0] === column)
  const key = own.find(({ kind }) => kind === 'foreign key')
  const [, table, target] = /REFERENCES (\w+)\((\w+)\)/.exec(key?.definition ?? '') ?? []
  if (target !== undefined) return nounOf(target, tables.find((each) => each.name === table)!, tables)
  return own.some(({ kind }) => kind === 'primary key' || kind === 'unique') ? name : null
}

/** Throws for a column type that nobody has thought about yet: it needs a parser in `column-types.ts` too. */
function plainType(type: string): string {
  const element = TYPES[type.replace('[]', '')]
  if (element === undefined) throw new Error(`table-types.ts has no row type for ${type}`)
  return type.endsWith('[]') ? `${element}[]` : element
}

const MOST_NUMBERS = 7

/** The words or the few numbers that the schema allows, so that a misspelt state or an eighth weekday does not compile. */
function allowedValues({ name }: Column, constraints: Table['constraints']): string[] {
  const words = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)$`)
  const range = new RegExp(`^CHECK \\(\\(\\(${name} >= (\\d+)\\) AND \\(${name} <= (\\d+)\\)\\)\\)$`)
  const eachOf = new RegExp(`\\(${name} <@ '\\{([\\d,]+)\\}'::smallint\\[\\]\\)`)
  for (const { definition } of constraints.filter(({ kind }) => kind === 'check')) {
    const list = words.exec(definition)?.[1]
    if (list !== undefined) return Array.from(list.matchAll(/'([^']*)'::text/g), ([, word]) => `'${word}'`)
    const [least, most] = (range.exec(definition) ?? []).slice(1).map(Number)
    if (least !== undefined && most !== undefined && most - least < MOST_NUMBERS)
      return Array.from({ length: most - least + 1 }, (_, index) => `${least + index}`)
    const numbers = eachOf.exec(definition)?.[1]
    if (numbers !== undefined) return numbers.split(',')
  }
  return []
}

function typeName(table: string): string {
  return `${pascalCase(table)}Table`
}

function pascalCase(table: string): string {
  return table.replace(/(^|_)([a-z])/g, (_match, _gap, letter: string) => letter.toUpperCase())
}
