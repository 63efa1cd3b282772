/**
 * The SQL of a whole run, each shape once, and whether another PostgreSQL understands it: parsed, with every table,
 * column, function and type found. What it answers is for tests that run there.
 */
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { z } from 'zod'

export type Refused = { readonly text: string; readonly reason: string }

const UNDERSTOOD = 'understood.json'
const PREPARABLE =
  /^\s*(?:--.*\n\s*|\/\*[\s\S]*?\*\/\s*)*(?:select|insert|update|delete|merge|with|values)\b/i

const texts = z.array(z.string())

declare global {
  /** By shape, with '' once left. Of the process: our own modules begin anew in each test file. */
  var seenStatements: Map<string, string> | undefined
}

/** A list of three parameters is no other statement than one of two. */
export function shapeOf(text: string): string {
  const row = /\(\$(?:, ?\$)*\)(?:, ?\(\$(?:, ?\$)*\))*/g
  return text.replaceAll(/\$\d+/g, '$').replaceAll(row, '($)').replaceAll(/\s+/g, ' ')
}

/** From here on every statement of this process is remembered that can be prepared, whoever sends it. */
export function watchStatements(): void {
  if (globalThis.seenStatements !== undefined) return
  const seen = new Map<string, string>()
  globalThis.seenStatements = seen
  const { prototype } = Client
  const ask: unknown = Reflect.get(prototype, 'query')
  if (typeof ask !== 'function') throw new Error('the driver has no query')
  Object.defineProperty(prototype, 'query', {
    configurable: true,
    writable: true,
    value(this: Client, ...asked: unknown[]): unknown {
      remember(seen, asked[0])
      return Reflect.apply(ask, this, asked)
    },
  })
}

function remember(seen: Map<string, string>, asked: unknown): void {
  const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked
  if (typeof text !== 'string' || !PREPARABLE.test(text)) return
  const shape = shapeOf(text)
  if (!seen.has(shape)) seen.set(shape, text)
}

/** Leaves what this process has seen and not yet said. */
export async function leaveStatements(folder: string): Promise<void> {
  const seen = globalThis.seenStatements ?? new Map<string, string>()
  const fresh = [...seen].filter(([, text]) => text !== '')
  for (const [shape] of fresh) seen.set(shape, '')
  if (fresh.length === 0) return
  await mkdir(folder, { recursive: true })
  const lines = fresh.map(([, text]) => `${JSON.stringify(text)}\n`).join('')
  await appendFile(join(folder, `${process.pid}.lines`), lines)
}

/** After a run: what this server understands by itself. A statement of a test's own table is none of it. */
export async function keepUnderstood(folder: string, connection: PoolConfig): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const lines = names.filter((name) => name.endsWith('.lines'))
  const read = await Promise.all(lines.map((name) => readFile(join(folder, name), 'utf8')))
  const all = read.flatMap((text) => text.trimEnd().split('\n'))
  // Files that failed and run once more are a part of the run: what all of them sent before stays.
  const before = (await readUnderstood(folder)) ?? []
  const statements = [...before, ...texts.parse(all.map((line): unknown => JSON.parse(line)))]
  const unlike = [...new Map(statements.map((text) => [shapeOf(text), text])).values()]
  const refused = new Set((await refusedBy(connection, unlike)).map(({ text }) => text))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, UNDERSTOOD), JSON.stringify(unlike.filter((text) => !refused.has(text))))
  for (const name of lines) await rm(join(folder, name))
}

/** Null where no run has kept any. */
export async function readUnderstood(folder: string): Promise<readonly string[] | null> {
  const text = await readFile(join(folder, UNDERSTOOD), 'utf8').catch(() => null)
  return text === null ? null : texts.parse(JSON.parse(text))
}

export async function refusedBy(
  connection: PoolConfig,
  statements: readonly string[],
): Promise<readonly Refused[]> {
  const client = new Client(connection)
  await client.connect()
  const refused: Refused[] = []
  try {
    for (const text of statements) {
      try {
        // Alone in its message, so that of several at once none is carried out.
        const asked = { text: `prepare kept as ${text}`, queryMode: 'extended' }
        await client.query(asked)
        await client.query('deallocate kept')
      } catch (error) {
        refused.push({ text, reason: error instanceof Error ? error.message : String(error) })
      }
    }
  } finally {
    await client.end()
  }
  return refused
}
