/**
 * The embedded provider's own books. It uses the pool and never a caller's transaction, so what it was told stays told
 * when the caller rolls back or dies, as with a real provider.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Cents, cents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toJson, toTimestamp } from '../../db/client.ts'

export type BankObjectKind =
  | 'customer'
  | 'token'
  | 'method'
  | 'intent'
  | 'capture'
  | 'refund'
  | 'account'
  | 'link'
  | 'payout'
  | 'event'

export type BankObject = {
  readonly id: string
  readonly kind: BankObjectKind
  readonly state: string
  readonly amountCents: Cents
  readonly parentId: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Instant
}

export type NewBankObject = {
  readonly kind: BankObjectKind
  readonly state: string
  readonly amountCents?: Cents
  readonly parentId?: string | null
  readonly data?: Readonly<Record<string, unknown>>
}

/** The caller's idempotency key and what it asked for under it. */
export type Request = { readonly key: string; readonly input: unknown }

const ID_PREFIX: Readonly<Record<BankObjectKind, string>> = {
  customer: 'cus',
  token: 'tok',
  method: 'pm',
  intent: 'pi',
  capture: 'ca',
  refund: 're',
  account: 'acct',
  link: 'link',
  payout: 'po',
  event: 'evt',
}

/** The object that was made under this key; null where none was. Throws where the key was used for something else. */
export async function findByKey(
  db: Db,
  kind: BankObjectKind,
  { key, input }: Request,
): Promise<BankObject | null> {
  const row = await db
    .selectFrom('demo_bank_object')
    .where('idempotency_key', '=', `${kind}:${key}`)
    .selectAll()
    .executeTakeFirst()
  if (row === undefined) return null
  if (!row.request_hash?.equals(hashOf(input)))
    throw new Error(`the idempotency key ${key} was used before with other input`)
  return toObject(row)
}

/** Makes an object, or answers the one that a racing request with the same key has made. */
export async function makeObject(
  db: Db,
  now: Instant,
  object: NewBankObject,
  request: Request | null,
): Promise<{ object: BankObject; isNew: boolean }> {
  const row = await db
    .insertInto('demo_bank_object')
    .values({
      id: `${ID_PREFIX[object.kind]}_${randomBytes(12).toString('hex')}`,
      kind: object.kind,
      state: object.state,
      amount_cents: object.amountCents ?? ZERO_CENTS,
      parent_id: object.parentId ?? null,
      data: toJson(object.data ?? {}),
      created_at: toTimestamp(now),
      idempotency_key: request === null ? null : `${object.kind}:${request.key}`,
      request_hash: request === null ? null : hashOf(request.input),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row !== undefined) return { object: toObject(row), isNew: true }
  return { object: (await findByKey(db, object.kind, request!))!, isNew: false }
}

export async function readObject(db: Db, kind: BankObjectKind, id: string): Promise<BankObject | null> {
  const row = await db
    .selectFrom('demo_bank_object')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .selectAll()
    .executeTakeFirst()
  return row === undefined ? null : toObject(row)
}

/** Compare-and-set on the state; null where somebody else was faster. */
export async function changeState(
  db: Db,
  object: BankObject,
  state: string,
  data: Readonly<Record<string, unknown>> = {},
): Promise<BankObject | null> {
  const row = await db
    .updateTable('demo_bank_object')
    .set({ state, data: toJson({ ...object.data, ...data }) })
    .where('id', '=', object.id)
    .where('state', '=', object.state)
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : toObject(row)
}

/** Objects of some kinds and states, oldest first, after a mark. */
export async function listObjects(
  db: Db,
  wanted: { kinds: readonly BankObjectKind[]; states?: readonly string[]; since: Instant; limit: number },
  after: BankObject | null,
): Promise<BankObject[]> {
  let query = db
    .selectFrom('demo_bank_object')
    .where('kind', 'in', [...wanted.kinds])
    .where('created_at', '>=', toTimestamp(wanted.since))
  if (wanted.states !== undefined) query = query.where('state', 'in', [...wanted.states])
  if (after !== null)
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '>', eb.tuple(toTimestamp(after.createdAt), after.id)),
    )
  const rows = await query.orderBy('created_at').orderBy('id').limit(wanted.limit).selectAll().execute()
  return rows.map(toObject)
}

export function toObject(row: {
  id: string
  kind: string
  state: string
  amount_cents: number
  parent_id: string | null
  data: unknown
  created_at: Instant
}): BankObject {
  return {
    id: row.id,
    kind: row.kind as BankObjectKind,
    state: row.state,
    amountCents: cents(row.amount_cents),
    parentId: row.parent_id,
    data: row.data as Record<string, unknown>,
    createdAt: row.created_at,
  }
}

function hashOf(input: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}
