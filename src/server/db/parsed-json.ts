/**
 * A pool whose statements are prepared where that pays (`connections/statement-names.ts`), and whose jsonb columns come out as their
 * shapes say. PostgreSQL tells of each column of a result which column of
 * which table it is, under whatever name and behind whatever joins; what an expression made is the query's own to say.
 * Next to reading a row this costs little: about a third of a microsecond for the lines of a price.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { FieldDef, Pool } from 'pg'
import type { z } from 'zod'
import { noteOurs } from '../failover/read-loss.ts'
import { refuseUnsure } from '../failover/watch-commits.ts'
import { noteAccess } from '../connections/access-changes.ts'
import { shapeOf } from './json-columns.ts'
import { isOfNames, type StatementNames } from '../connections/statement-names.ts'

const JSONB = 3802

type Row = Record<string, unknown>
type Column = { readonly name: string; readonly shape: z.ZodType | undefined }

export function withParsedJson(pool: Pool, names: StatementNames): PostgresPool {
  const columns = new Map<string, Column>()
  // Kysely knows a connection by its object.
  const clients = new WeakMap<object, ParsingClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(noteOurs)
      const parsing = clients.get(client) ?? new ParsingClient(client, columns, names)
      clients.set(client, parsing)
      return parsing
    },
  }
}

/** The driver's, which knows more than Kysely asks of it. */
type Client = PostgresPoolClient & {
  getTransactionStatus(): string | null
  query<R>(named: { name: string; text: string; values: unknown[] }): Promise<PostgresQueryResult<R>>
}

class ParsingClient implements PostgresPoolClient {
  readonly #client: Client
  readonly #columns: Map<string, Column>
  readonly #names: StatementNames
  /** The rest of a transaction finds other tables by the same names: a plan is of tables. */
  #isElsewhere = false

  constructor(client: Client, columns: Map<string, Column>, names: StatementNames) {
    this.#client = client
    this.#columns = columns
    this.#names = names
  }

  release(isBroken?: boolean): void {
    this.#client.release(isBroken)
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(asked: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
    return typeof asked === 'string' ? this.#read(asked, parameters) : this.#client.query(asked)
  }

  async #read(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const result = await this.#ask(text, [...parameters]).catch(noteOurs)
    refuseUnsure(this.#client)
    noteAccess(this.#client)
    for (const field of jsonFields(result)) {
      const column = await this.#columnOf(field)
      if (column.shape !== undefined) parseEach(result.rows, field.name, column)
    }
    return result
  }

  async #ask(text: string, values: unknown[]): Promise<PostgresQueryResult<Row>> {
    const isAlone = this.#client.getTransactionStatus() !== 'T'
    if (isAlone) this.#isElsewhere = false
    if (text.includes('search_path')) this.#isElsewhere = true
    const name = this.#isElsewhere ? undefined : this.#names.nameOf(text)
    if (name === undefined) return this.#client.query<Row>(text, values)
    try {
      return await this.#client.query<Row>({ name, text, values })
    } catch (error) {
      if (!isOfNames(error)) throw error
      this.#names.heed(error, text, name)
      // In a transaction what was done before is gone: whoever began it does it again.
      if (!isAlone) throw error
      return this.#ask(text, values)
    }
  }

  async #columnOf({ tableID, columnID }: FieldDef): Promise<Column> {
    const key = `${tableID}.${columnID}`
    const known = this.#columns.get(key)
    if (known !== undefined) return known
    const { rows } = await this.#client.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attrelid = $1 and a.attnum = $2`,
      [tableID, columnID],
    )
    const name = rows[0]?.name ?? ''
    // A database of a newer release may have columns of which this one does not know.
    const column = { name, shape: shapeOf(name) }
    this.#columns.set(key, column)
    return column
  }
}

/** Of columns, not of expressions. Several statements at once have several results, of which none is read. */
function jsonFields(result: object): FieldDef[] {
  if (!('fields' in result) || !Array.isArray(result.fields)) return []
  const fields: FieldDef[] = result.fields
  return fields.filter(({ dataTypeID, tableID }) => dataTypeID === JSONB && tableID !== 0)
}

/** Throws where a row is not as its column's shape says: nobody may count on what it does not hold. */
function parseEach(rows: readonly Row[], name: string, column: Column): void {
  for (const row of rows) {
    if (row[name] === null) continue
    const parsed = column.shape!.safeParse(row[name])
    if (!parsed.success) throw new Error(`${column.name} is not as it should be: ${parsed.error.message}`)
    row[name] = parsed.data
  }
}
