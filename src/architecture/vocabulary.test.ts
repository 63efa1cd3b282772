/**
 * The closed vocabulary of the server's rooms: a reader who knows what is wanted knows in which file it stands.
 * Handlers stand in `endpoints.ts`, SQL in `queries.ts` or `<topic>-queries.ts` and nowhere else, sentences in
 * `texts.ts` or `<topic>-texts.ts`; every other file is one use case, named after what it does.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..', 'server')

/** Every room keeps to it but these. A folder that is not named here is a room. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  connections: 'no noun: what each connection to the database keeps, and what it hears',
  db: 'no noun: the connection, migrations, backups, and the types made from the schema',
  http: 'no noun: sessions, headers and the type of a handler',
  ports: 'no noun: what we ask of the outside world; each port has its own behaviour and adapters',
  postgres: 'no noun: the embedded PostgreSQL as a process',
  tasks: 'no use cases: what is known of tasks, their kinds and lanes, and the queue',
}

const ROOMS = readdirSync(SERVER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !(entry.name in EXCEPTIONS))
  .map(({ name }) => name)

/** What a use case may begin with. */
const VERBS = new Set([
  'accept',
  'add',
  'answer',
  'apply',
  'ask',
  'assign',
  'attach',
  'bill',
  'book',
  'cancel',
  'change',
  'charge',
  'check',
  'claim',
  'close',
  'complete',
  'confirm',
  'connect',
  'create',
  'decide',
  'deliver',
  'describe',
  'discard',
  'earn',
  'end',
  'export',
  'fail',
  'find',
  'follow',
  'freeze',
  'give',
  'hash',
  'import',
  'lapse',
  'listen',
  'locate',
  'lock',
  'log',
  'make',
  'mark',
  'match',
  'merge',
  'mount',
  'move',
  'notify',
  'offer',
  'open',
  'pace',
  'pause',
  'pay',
  'plan',
  'preview',
  'price',
  'propose',
  'prune',
  'push',
  'quote',
  'rate',
  'read',
  'receive',
  'recommend',
  'reconcile',
  'record',
  'reencode',
  'refund',
  'refuse',
  'register',
  'release',
  'remind',
  'remove',
  'rename',
  'reorder',
  'replace',
  'report',
  'request',
  'reset',
  'restore',
  'retry',
  'reverse',
  'rewrite',
  'run',
  'save',
  'search',
  'send',
  'serve',
  'set',
  'settle',
  'show',
  'sign',
  'skip',
  'solve',
  'start',
  'step',
  'store',
  'stream',
  'subscribe',
  'survey',
  'take',
  'tip',
  'undo',
  'unsubscribe',
  'update',
  'upload',
  'use',
  'watch',
  'withdraw',
  'write',
])

const SQL_BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

test.each([
  ['a builder', "db.selectFrom('visit')", 1],
  ['a builder inside another', "db.selectFrom((eb) => eb.selectFrom('visit').as('a'))", 2],
  ['a statement', 'sql`select 1`', 1],
  ['a typed statement', 'sql<{ a: 1 }>`select 1`', 1],
  ['a fragment', "sql.ref('a')", 1],
  ['no transaction', 'inTransaction(db, (trx) => save(trx))', 0],
  ['no word of a sentence', "const a = 'sql`selectFrom`'", 0],
])('SQL is found: %s', (_what, code, count) => {
  expect(sqlIn('a.ts', code)).toHaveLength(count)
})

test.each(Object.keys(EXCEPTIONS))('the exception %s is there, and is one', (room) => {
  expect(filesOf(room).filter((file) => !isKnown(file))).not.toEqual([])
})

test.each(ROOMS)('every file of %s says what it is', (room) => {
  expect(filesOf(room).filter((file) => !isKnown(file))).toEqual([])
})

test.each([...ROOMS, 'tasks'])('only the queries of %s speak SQL', (room) => {
  const speaking = filesOf(room)
    .filter((file) => !isTest(file) && !isQueries(file))
    .flatMap((file) => sqlIn(file, readFileSync(join(SERVER, room, file), 'utf8')))
  expect(speaking).toEqual([])
})

function filesOf(room: string): string[] {
  return readdirSync(join(SERVER, room), { encoding: 'utf8' })
}

function isKnown(file: string): boolean {
  if (isTest(file) || isQueries(file)) return true
  return /^(endpoints|texts|[a-z-]+-texts)\.ts$/.test(file) || VERBS.has(/^[a-z]+/.exec(file)?.[0] ?? '')
}

function isQueries(file: string): boolean {
  return /^([a-z-]+-)?queries\.ts$/.test(file)
}

function isTest(file: string): boolean {
  return /\.(test|testing)\.ts$/.test(file)
}

/** Each call of a builder and each use of `sql`, as `file:line`. Read from the syntax tree, so that words do not count. */
function sqlIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`)
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isSql(node)) found.push(`${file}:${text.slice(0, node.start).split('\n').length}`)
    for (const inside of Object.values(node)) visit(inside)
  }
  visit(program)
  return found
}

function isSql(node: object): node is { start: number } {
  if (!('type' in node)) return false
  if (node.type === 'MemberExpression' && 'property' in node && 'object' in node)
    return SQL_BUILDERS.has(nameOf(node.property) ?? '') || nameOf(node.object) === 'sql'
  return node.type === 'TaggedTemplateExpression' && 'tag' in node && nameOf(node.tag) === 'sql'
}

function nameOf(node: unknown): string | undefined {
  return typeof node === 'object' && node !== null && 'name' in node && typeof node.name === 'string'
    ? node.name
    : undefined
}
