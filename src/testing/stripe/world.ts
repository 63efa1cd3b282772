/** What the double knows: its objects, its clock, what is due later. One file, so that it survives its own death. */
import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Stripe } from 'stripe'
import { refuseMissing } from './problems.ts'

export type Objects = {
  account: Stripe.Account
  account_link: Stripe.AccountLink & { readonly id: string }
  balance_transaction: Stripe.BalanceTransaction
  bank_account: Stripe.BankAccount
  card: Stripe.Card
  charge: Stripe.Charge
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  file: Stripe.File
  mandate: Stripe.Mandate
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Objects

/** The platform, or a connected account (`Stripe-Account`). */
export type Owner = string | null

export type World = ReturnType<typeof openWorld>

export type WorldOptions = {
  /** A file for the state; none keeps it in memory. */
  readonly stateFile?: string
  readonly isLive?: boolean
}

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists object (
    seq integer primary key autoincrement, id text not null unique, kind text not null, owner text,
    created integer not null, body text not null);
  create index if not exists object_by_kind on object (kind, owner, seq);
  create table if not exists note (about text not null, name text not null, body text not null,
    primary key (about, name)) without rowid;
  create table if not exists link (kind text not null, name text not null, value text not null, id text not null,
    primary key (kind, name, value, id)) without rowid;
  create table if not exists timer (seq integer primary key autoincrement, due_ms integer not null,
    kind text not null, about text not null);
  create index if not exists timer_by_due on timer (due_ms, seq);
  create table if not exists movement (owner text, available_on integer not null, net integer not null);
  create table if not exists delivery (seq integer primary key autoincrement, event text not null,
    endpoint text not null, due_ms integer not null, tries integer not null default 0, state text not null);
  create index if not exists delivery_by_due on delivery (state, due_ms, seq);
  create table if not exists reply (owner text not null, key text not null, asked text not null, at_ms integer not null,
    status integer not null, body text not null, primary key (owner, key)) without rowid;
`
const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function openWorld({ stateFile, isLive = false }: WorldOptions = {}) {
  const db = new DatabaseSync(stateFile ?? ':memory:')
  db.exec(SCHEMA)
  const statements = new Map<string, ReturnType<typeof db.prepare>>()
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, known)
    return known
  }
  const run = (sql: string, ...values: SQLInputValue[]) => prepared(sql).run(...values)
  const rows = (sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values)
  const notes = openNotes(rows, run)
  const clock = openClock(notes)
  const world = {
    isLive,
    rows,
    run,
    ...notes,
    ...clock,
    /** What is being answered; events name it. */
    request: noRequest(),
    /** Everything or nothing. */
    inTransaction: <T>(act: () => T): T => {
      if (db.isTransaction) return act()
      db.exec('begin immediate')
      try {
        const answer = act()
        db.exec('commit')
        return answer
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    newId: (prefix: string): string => `${prefix}_${notes.nextWord(24)}`,
    ...openObjects(rows, run, clock.nowSeconds),
    ...openLists(rows, run),
    ...openTimers(rows, run, clock.nowMs),
    close: () => db.close(),
  }
  return world
}

function noRequest(): Stripe.Event.Request | null {
  return null
}

type Rows = (sql: string, ...values: SQLInputValue[]) => Record<string, unknown>[]
type Run = (sql: string, ...values: SQLInputValue[]) => unknown

function openNotes(rows: Rows, run: Run) {
  const note = (about: string, name: string): unknown => {
    const [row] = rows('select body from note where about = ? and name = ?', about, name)
    return row === undefined ? undefined : JSON.parse(String(row['body']))
  }
  const setNote = (about: string, name: string, value: unknown): void => {
    run('insert or replace into note values (?, ?, ?)', about, name, JSON.stringify(value))
  }
  const nextNumber = (name: string): number => {
    const next = Number(note('counter', name) ?? 0) + 1
    setNote('counter', name, next)
    return next
  }
  return {
    /** What the double keeps about an object without telling: which card it is, what was done with it. */
    note,
    setNote,
    nextNumber,
    /** Letters that look like chance and are the same in every run with the same calls. */
    nextWord: (length: number): string => {
      const digest = createHash('sha512')
        .update(`word ${nextNumber('word')}`)
        .digest()
      return Array.from({ length }, (_, at) => LETTERS[digest[at]! % LETTERS.length]).join('')
    },
  }
}

/** The real clock plus what tests moved it by, or a moment where it stands still. */
function openClock(notes: ReturnType<typeof openNotes>) {
  const nowMs = (): number => {
    const stands = notes.note('clock', 'stands_at_ms')
    return typeof stands === 'number' ? stands : Date.now() + Number(notes.note('clock', 'ahead_ms') ?? 0)
  }
  return {
    nowMs,
    nowSeconds: () => Math.floor(nowMs() / 1000),
    setClock: (ms: number, isStanding: boolean) => {
      notes.setNote('clock', 'stands_at_ms', isStanding ? ms : null)
      notes.setNote('clock', 'ahead_ms', ms - Date.now())
    },
    isClockStanding: () => typeof notes.note('clock', 'stands_at_ms') === 'number',
  }
}

function openObjects(rows: Rows, run: Run, nowSeconds: () => number) {
  const find = <K extends Kind>(kind: K, id: string, owner: Owner = null): Objects[K] | undefined => {
    const [row] = rows('select body from object where id = ? and kind = ? and owner is ?', id, kind, owner)
    return row === undefined ? undefined : JSON.parse(String(row['body']))
  }
  return {
    find,
    /** Refuses as Stripe does when there is no such object. */
    need: <K extends Kind>(kind: K, id: string, owner: Owner = null, param = 'id'): Objects[K] =>
      find(kind, id, owner) ?? refuseMissing(kind, id, param),
    kindOf: (id: string): string | undefined =>
      rows('select kind from object where id = ?', id)[0]?.['kind']?.toString(),
    ownerOf: (id: string): Owner =>
      rows('select owner from object where id = ?', id)[0]?.['owner']?.toString() ?? null,
    save: <K extends Kind>(kind: K, object: Objects[K] & { id: string }, owner: Owner = null): void => {
      run(
        `insert into object (id, kind, owner, created, body) values (?, ?, ?, ?, ?)
         on conflict (id) do update set body = excluded.body`,
        object.id,
        kind,
        owner,
        'created' in object && typeof object.created === 'number' ? object.created : nowSeconds(),
        JSON.stringify(object),
      )
    },
    remove: (id: string): void => {
      run('delete from object where id = ?', id)
    },
  }
}

function openLists(rows: Rows, run: Run) {
  return {
    /** Newest first. */
    all: <K extends Kind>(kind: K, owner: Owner = null): Objects[K][] =>
      rows('select body from object where kind = ? and owner is ? order by seq desc', kind, owner).map(
        (row) => JSON.parse(String(row['body'])),
      ),
    placeOf: (id: string): number | undefined => {
      const [row] = rows('select seq from object where id = ?', id)
      return row === undefined ? undefined : Number(row['seq'])
    },
    /** From a place on, newest first or the other way, read in parts as far as somebody asks. */
    walk: function* <K extends Kind>(
      kind: K,
      owner: Owner,
      start: number | undefined,
      isUpwards: boolean,
    ): Generator<Objects[K]> {
      const [sign, order] = isUpwards ? ['>', 'asc'] : ['<', 'desc']
      let from = start ?? Number.MAX_SAFE_INTEGER
      for (;;) {
        const part = rows(
          `select seq, body from object where kind = ? and owner is ? and seq ${sign} ? order by seq ${order} limit 101`,
          kind,
          owner,
          from,
        )
        for (const row of part) yield JSON.parse(String(row['body']))
        if (part.length === 0) return
        from = Number(part.at(-1)!['seq'])
      }
    },
    /** So that lists by customer, payment or charge cost what they find, not what there is. */
    link: (kind: Kind, name: string, value: string, id: string): void => {
      run('insert or ignore into link values (?, ?, ?, ?)', kind, name, value, id)
    },
    linked: <K extends Kind>(kind: K, name: string, value: string): Objects[K][] =>
      rows(
        `select body from link join object using (id)
          where link.kind = ? and name = ? and value = ? order by seq desc`,
        kind,
        name,
        value,
      ).map((row) => JSON.parse(String(row['body']))),
  }
}

function openTimers(rows: Rows, run: Run, nowMs: () => number) {
  return {
    later: (afterSeconds: number, kind: string, about: string): void => {
      run(
        'insert into timer (due_ms, kind, about) values (?, ?, ?)',
        nowMs() + afterSeconds * 1000,
        kind,
        about,
      )
    },
    cancelTimers: (kind: string, about: string): void => {
      run('delete from timer where kind = ? and about = ?', kind, about)
    },
    /** The first that is due by then, taken off the list. */
    takeTimer: (byMs: number): { dueMs: number; kind: string; about: string } | undefined => {
      const [row] = rows('select * from timer where due_ms <= ? order by due_ms, seq limit 1', byMs)
      if (row === undefined) return undefined
      run('delete from timer where seq = ?', Number(row['seq']))
      return { dueMs: Number(row['due_ms']), kind: String(row['kind']), about: String(row['about']) }
    },
  }
}
