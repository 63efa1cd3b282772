import { type RawBuilder, sql } from 'kysely'
import { CODE_TRIES } from '#domain/accounts/sign-in-code.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

type Channel = 'phone' | 'email'
export type Recipient = { readonly channel: Channel; readonly recipient: string }

export async function insertCode(
  db: Db,
  code: Recipient & { readonly tokenHash: Buffer; readonly now: Instant; readonly expiresAt: Instant },
): Promise<void> {
  await db
    .insertInto('sign_in_code')
    .values({
      token_hash: code.tokenHash,
      channel: code.channel,
      recipient: code.recipient,
      created_at: toTimestamp(code.now),
      expires_at: toTimestamp(code.expiresAt),
    })
    .execute()
}

/** Good for a while longer; false where it is none of this recipient's any more. */
export async function prolongCode(
  db: Db,
  { tokenHash, channel, recipient, now, expiresAt }: Parameters<typeof insertCode>[1],
): Promise<boolean> {
  const row = await db
    .updateTable('sign_in_code')
    .set({ expires_at: toTimestamp(expiresAt) })
    .where('token_hash', '=', tokenHash)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('expires_at', '>', toTimestamp(now))
    .where('tries', '<', CODE_TRIES)
    .where('proven_at', 'is', null)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** To whom it is to be sent; undefined for one that is used or too old by now. */
export function findCode(db: Db, tokenHash: Buffer, now: Instant) {
  return db
    .selectFrom('sign_in_code')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', toTimestamp(now))
    .select(['channel', 'recipient'])
    .executeTakeFirst()
}

/** Counts first, so that of tries at the same moment no more than so many are looked at. */
export function countCodeTry(db: Db, tokenHash: Buffer, now: Instant) {
  return db
    .updateTable('sign_in_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', toTimestamp(now))
    .where('tries', '<', CODE_TRIES)
    .returning(['channel', 'recipient', 'tries'])
    .executeTakeFirst()
}

/** Whoever is first has it; the others find none. */
export async function takeCode(db: Db, tokenHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('sign_in_code')
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** False where somebody used it meanwhile. */
export async function markProven(
  db: Db,
  {
    tokenHash,
    now,
    expiresAt,
  }: { readonly tokenHash: Buffer; readonly now: Instant; readonly expiresAt: Instant },
): Promise<boolean> {
  const row = await db
    .updateTable('sign_in_code')
    .set({ proven_at: toTimestamp(now), expires_at: toTimestamp(expiresAt) })
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** The phone whose code was right. */
export async function takeProvenPhone(db: Db, tokenHash: Buffer, now: Instant): Promise<string | null> {
  const row = await db
    .deleteFrom('sign_in_code')
    .where('token_hash', '=', tokenHash)
    .where('channel', '=', 'phone')
    .where('proven_at', 'is not', null)
    .where('expires_at', '>', toTimestamp(now))
    .returning('recipient')
    .executeTakeFirst()
  return row?.recipient ?? null
}

export async function deleteOldCodes(db: Db, now: Instant): Promise<void> {
  await db.deleteFrom('sign_in_code').where('expires_at', '<=', toTimestamp(now)).execute()
}

/** The account that a code opens. An operator's is none: it opens everybody's. */
export function findHolder(db: Db, to: Recipient) {
  return db.selectFrom('users').where(isHolder(to)).select(['id', 'name', 'locale']).executeTakeFirst()
}

/** Whether somebody signed in to the account that a code opens from this browser before. */
export async function isDeviceOfHolder(db: Db, to: Recipient, deviceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity_mark')
    .innerJoin('users', 'users.id', 'identity_mark.user_id')
    .where(isHolder(to))
    .where('identity_mark.kind', '=', 'device')
    .where('identity_mark.mark', '=', deviceId)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}

function isHolder({ channel, recipient }: Recipient): RawBuilder<boolean> {
  return channel === 'phone'
    ? sql<boolean>`users.phone = ${recipient} and users.holds_phone and users.type <> 'Operator'`
    : sql<boolean>`lower(users.email) = ${recipient} and users.holds_email and users.type <> 'Operator'`
}
