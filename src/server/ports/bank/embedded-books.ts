/**
 * The embedded provider's own books. It uses the pool and never a caller's transaction, so what it recorded stays recorded
 * when the caller rolls back or dies, as with a real provider. Keys are forgotten after a day, as there.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../../db/client.ts'
import { ProviderFailure } from '../payments/failure.ts'
import {
  type BankData,
  type BankObjectKind,
  type BankState,
  type BankStep,
  shapeOf,
} from './embedded-shapes.ts'

export type BankObject<Kind extends BankObjectKind> = {
  readonly id: string
  readonly kind: Kind
  readonly state: BankState<Kind>
  readonly data: BankData<Kind>
  readonly plan: readonly BankStep<Kind>[]
  readonly amountCents: Cents
  readonly parentId: string | null
  readonly reference: string | null
  readonly createdAt: Instant
}

export type NewBankObject<Kind extends BankObjectKind> = {
  readonly state: BankState<Kind>
  readonly data: BankData<Kind>
  readonly plan?: readonly BankStep<Kind>[]
  /** When it has to be looked at; where nothing is said, the time of its plan's first step. */
  readonly dueAt?: Instant
  readonly amountCents?: number
  readonly parentId?: string | null
  readonly reference?: string | null
}

/** The caller's idempotency key and what it asked for under it. */
export type Request = { readonly key: string; readonly input: unknown }

/** As long as real providers remember a key. */
const KEY_MEMORY_MS = DAY_MS

const ID_PREFIX: Readonly<Record<BankObjectKind, string>> = {
  customer: 'cus',
  setup: 'seti',
  method: 'pm',
  intent: 'pi',
  capture: 'ca',
  refund: 're',
  account: 'acct',
  link: 'link',
  transfer: 'tr',
  reversal: 'trr',
  payout: 'po',
  chargeback: 'dp',
  warning: 'issfr',
  event: 'evt',
  movement: 'txn',
}

/** The object that was made under this key within a day. Throws where the key was used for something else. */
export async function findByKey<Kind extends BankObjectKind>(
  db: Db,
  now: Instant,
  kind: Kind,
  { key, input }: Request,
): Promise<BankObject<Kind> | null> {
  const keyed = db.selectFrom('demo_bank_object').where('idempotency_key', '=', `${kind}:${key}`)
  const row = await keyed.selectAll().executeTakeFirst()
  if (row === undefined) return null
  if (row.created_at + KEY_MEMORY_MS <= now) {
    await db.updateTable('demo_bank_object').set({ idempotency_key: null }).where('id', '=', row.id).execute()
    return null
  }
  if (!row.request_hash?.equals(hashOf(input)))
    throw new ProviderFailure('contract', `the idempotency key ${key} was used before with other input`)
  return toObject(kind, row)
}

/** Makes an object, or answers the one that a racing request with the same key has made. */
export async function makeObject<Kind extends BankObjectKind>(
  db: Db,
  at: Instant,
  kind: Kind,
  object: NewBankObject<Kind>,
  request: Request | null = null,
): Promise<{ object: BankObject<Kind>; isNew: boolean }> {
  const plan = object.plan ?? []
  const dueAt = object.dueAt ?? plan[0]?.at ?? null
  const row = await db
    .insertInto('demo_bank_object')
    .values({
      id: newId(kind),
      kind,
      state: object.state,
      amount_cents: cents(object.amountCents ?? ZERO_CENTS),
      parent_id: object.parentId ?? null,
      reference: object.reference ?? null,
      data: toJson(object.data),
      plan: toJson(plan),
      due_at: dueAt === null ? null : toTimestamp(dueAt),
      created_at: toTimestamp(at),
      idempotency_key: request === null ? null : `${kind}:${request.key}`,
      request_hash: request === null ? null : hashOf(request.input),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) return { object: toObject(kind, row), isNew: true }
  return { object: (await findByKey(db, at, kind, request!))!, isNew: false }
}

export async function readObject<Kind extends BankObjectKind>(
  db: Db,
  kind: Kind,
  id: string,
): Promise<BankObject<Kind> | null> {
  const row = await objectsOf(db, kind).where('id', '=', id).selectAll().executeTakeFirst()
  return row === undefined ? null : toObject(kind, row)
}

/** Locked until the transaction ends. Throws `refused` where there is none. */
export async function lockObject<Kind extends BankObjectKind>(
  trx: Db,
  kind: Kind,
  id: string,
): Promise<BankObject<Kind>> {
  const row = await objectsOf(trx, kind).where('id', '=', id).forUpdate().selectAll().executeTakeFirst()
  if (row === undefined)
    throw new ProviderFailure('refused', `no ${kind} is called ${id}`, 'resource_missing')
  return toObject(kind, row)
}

/** The newest of a parent's with this reference. */
export async function findByReference<Kind extends BankObjectKind>(
  db: Db,
  kind: Kind,
  { parentId, reference, since }: { parentId: string | null; reference: string; since?: Instant },
): Promise<BankObject<Kind> | null> {
  const row = await objectsOf(db, kind)
    .where('reference', '=', reference)
    .$if(parentId !== null, (query) => query.where('parent_id', '=', parentId))
    .where('created_at', '>=', toTimestamp(since ?? instant(0)))
    .orderBy('created_at', 'desc')
    .selectAll()
    .executeTakeFirst()
  return row === undefined ? null : toObject(kind, row)
}

/** Changes an object that the caller has locked. */
export async function saveObject<Kind extends BankObjectKind>(
  trx: Db,
  object: BankObject<Kind>,
  change: {
    readonly state?: BankState<Kind>
    readonly data?: BankData<Kind>
    readonly plan?: readonly BankStep<Kind>[]
    readonly parentId?: string
  },
): Promise<BankObject<Kind>> {
  const plan = change.plan ?? object.plan
  const dueAt = plan[0]?.at ?? null
  const row = await trx
    .updateTable('demo_bank_object')
    .set({
      state: change.state ?? object.state,
      parent_id: change.parentId ?? object.parentId,
      data: toJson(change.data ?? object.data),
      plan: toJson(plan),
      due_at: dueAt === null ? null : toTimestamp(dueAt),
    })
    .where('id', '=', object.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toObject(object.kind, row)
}

type Wanted<Kind extends BankObjectKind> = {
  readonly kind: Kind
  readonly state?: BankState<Kind>
  readonly parentId?: string
  readonly since?: Instant
  /** What will only be known later is not listed yet. */
  readonly until?: Instant
}

const BATCH = 500

/** Oldest first; reads on from batch to batch. */
export async function* eachObject<Kind extends BankObjectKind>(
  db: Db,
  wanted: Wanted<Kind>,
): AsyncGenerator<BankObject<Kind>> {
  let after: BankObject<Kind> | null = null
  while (true) {
    const batch: BankObject<Kind>[] = await listObjects(db, wanted, after)
    yield* batch
    if (batch.length < BATCH) return
    after = batch.at(-1)!
  }
}

async function listObjects<Kind extends BankObjectKind>(
  db: Db,
  { kind, state, parentId, since, until }: Wanted<Kind>,
  after: BankObject<Kind> | null,
): Promise<BankObject<Kind>[]> {
  let query = objectsOf(db, kind)
  if (since !== undefined) query = query.where('created_at', '>=', toTimestamp(since))
  if (until !== undefined) query = query.where('created_at', '<=', toTimestamp(until))
  if (state !== undefined) query = query.where('state', '=', state)
  if (parentId !== undefined) query = query.where('parent_id', '=', parentId)
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(toTimestamp(after.createdAt), after.id)),
    )
  const rows = await query.orderBy('created_at').orderBy('id').limit(BATCH).selectAll().execute()
  return rows.map((row) => toObject(kind, row))
}

export function objectsOf(db: Db, kind: BankObjectKind) {
  return db.selectFrom('demo_bank_object').where('kind', '=', kind)
}

export function toObject<Kind extends BankObjectKind>(
  kind: Kind,
  row: {
    id: string
    state: string
    amount_cents: number
    parent_id: string | null
    reference: string | null
    data: unknown
    plan: unknown
    created_at: Instant
  },
): BankObject<Kind> {
  const { state, data, plan } = shapeOf(kind, row)
  return {
    id: row.id,
    kind,
    state,
    data,
    plan,
    amountCents: cents(row.amount_cents),
    parentId: row.parent_id,
    reference: row.reference,
    createdAt: row.created_at,
  }
}

function newId(kind: BankObjectKind): string {
  return `${ID_PREFIX[kind]}_${randomBytes(12).toString('hex')}`
}

export function hashOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}
