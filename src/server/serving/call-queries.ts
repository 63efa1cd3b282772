/** Calls under a key: who makes them, which of their steps are done, and what they answered. */
import { type SqlBool, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { toJson, toTimestamp } from '../db/client.ts'

/** Keys are a person's own. */
export type CallKey = { readonly userId: UserId; readonly key: string }

export type KeyedCall = {
  readonly request_hash: Buffer
  readonly status: number | null
  readonly reply: unknown
  readonly created_at: Instant
  readonly claimed_until: Instant
}

/** False where the key was used before. */
export async function insertCall(
  db: Db,
  { userId, key }: CallKey,
  call: { endpoint: string; hash: Buffer; now: Instant; claimedUntil: Instant },
): Promise<boolean> {
  const inserted = await db
    .insertInto('idempotent_reply')
    .values({
      user_id: userId,
      key,
      endpoint: call.endpoint,
      request_hash: call.hash,
      created_at: toTimestamp(call.now),
      claimed_until: toTimestamp(call.claimedUntil),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findCall(db: Db, call: CallKey): Promise<KeyedCall | undefined> {
  return db
    .selectFrom('idempotent_reply')
    .where(isCall(call))
    .select(['request_hash', 'status', 'reply', 'created_at', 'claimed_until'])
    .executeTakeFirst()
}

/** Takes over from somebody whose claim has run out: the steps that are done. Null where another was faster. */
export async function takeOverCall(
  db: Db,
  call: CallKey,
  { claimedBefore, claimedUntil }: { claimedBefore: Instant; claimedUntil: Instant },
): Promise<readonly Buffer[] | null> {
  const taken = await db
    .updateTable('idempotent_reply')
    .set({ claimed_until: toTimestamp(claimedUntil) })
    .where(isCall(call))
    .where('status', 'is', null)
    .where('claimed_until', '=', toTimestamp(claimedBefore))
    .returning('steps')
    .executeTakeFirst()
  return taken?.steps ?? null
}

export async function readSteps(db: Db, call: CallKey): Promise<readonly Buffer[]> {
  const row = await db.selectFrom('idempotent_reply').where(isCall(call)).select('steps').executeTakeFirst()
  return row?.steps ?? []
}

/** False where the step is written already. */
export async function writeStep(db: Db, call: CallKey, step: number, answer: Buffer): Promise<boolean> {
  const written = await db
    .updateTable('idempotent_reply')
    .set({ steps: sql`array_append(steps, ${answer}::bytea)` })
    .where(isCall(call))
    .where(sql<SqlBool>`cardinality(steps) = ${step}`)
    .returning('key')
    .executeTakeFirst()
  return written !== undefined
}

export async function storeReply(db: Db, call: CallKey, reply: unknown): Promise<void> {
  await db
    .updateTable('idempotent_reply')
    .set({ status: 200, reply: toJson(reply ?? null) })
    .where(isCall(call))
    .execute()
}

/**
 * Commits, so that who is answered what was kept hears it only when everything before it is kept as surely: where its own
 * commit did not reach the standby, this one waits for both.
 */
export async function confirmCall(db: Db, call: CallKey): Promise<void> {
  await db
    .updateTable('idempotent_reply')
    .set({ status: 200 })
    .where(isCall(call))
    .where('status', 'is not', null)
    .execute()
}

/** The call ended without an answer: where no step is done the key is free, else whoever has it goes on from there. */
export async function releaseCall(db: Db, call: CallKey, claimedUntil: Instant, now: Instant): Promise<void> {
  const mine = isCall(call)
  await db
    .deleteFrom('idempotent_reply')
    .where(mine)
    .where('status', 'is', null)
    .where('claimed_until', '=', toTimestamp(claimedUntil))
    .where(sql<SqlBool>`cardinality(steps) = 0`)
    .execute()
  await db
    .updateTable('idempotent_reply')
    .set({ claimed_until: toTimestamp(now) })
    .where(mine)
    .where('status', 'is', null)
    .where('claimed_until', '=', toTimestamp(claimedUntil))
    .execute()
}

/** A day later a key is as good as new. */
export async function forgetCall(db: Db, call: CallKey, createdAt: Instant): Promise<void> {
  await db
    .deleteFrom('idempotent_reply')
    .where(isCall(call))
    .where('created_at', '=', toTimestamp(createdAt))
    .execute()
}

function isCall({ userId, key }: CallKey) {
  return sql<SqlBool>`user_id = ${userId} and key = ${key}`
}
