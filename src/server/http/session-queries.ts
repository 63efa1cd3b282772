import { sql } from 'kysely'
import type { SessionId, UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { SCOPE_COLUMNS } from '../scope.ts'

export function findSession(db: Db, tokenHash: Buffer) {
  return sessions(db).where('session.token_hash', '=', tokenHash).executeTakeFirst()
}

/** By the token that it had a moment ago. */
export function findRenewedSession(db: Db, tokenHash: Buffer, now: Instant) {
  return sessions(db)
    .where('session.id', '=', (eb) =>
      eb
        .selectFrom('former_session_token')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', toTimestamp(now))
        .select('session_id'),
    )
    .executeTakeFirst()
}

function sessions(db: Db) {
  return db
    .selectFrom('session')
    .innerJoin('users', 'users.id', 'session.user_id')
    .leftJoin('operator_market', (join) =>
      join
        .onRef('operator_market.user_id', '=', 'users.id')
        .onRef('operator_market.market_id', '=', 'users.market_id'),
    )
    .leftJoin('share', 'share.id', 'session.share_id')
    .leftJoin('users as owner', 'owner.id', 'share.owner_id')
    .select((eb) => [
      'share.id as share_id',
      'share.owner_id',
      'owner.name as owner_name',
      'share.role as share_role',
      'share.is_whole',
      'share.ended_at',
      'session.id',
      'session.expires_at',
      'session.last_seen_at',
      'session.authenticated_at',
      'session.second_factor_at',
      eb.fn.coalesce('users.staff_role', 'operator_market.role').as('staff_role'),
      // Of an operator alone: nobody else is asked for one.
      sql<boolean>`(users.type = 'Operator' and (
        exists (select from passkey where passkey.user_id = users.id)
        or exists (select from second_factor held where held.user_id = users.id and held.secret_sealed is not null)
      ))`.as('has_set_up_second_factor'),
      ...SCOPE_COLUMNS,
    ])
}

export async function touchSession(db: Db, sessionId: SessionId, now: Instant): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: toTimestamp(now) })
    .where('id', '=', sessionId)
    .execute()
}

export async function insertSession(
  db: Db,
  session: {
    readonly tokenHash: Buffer
    readonly userId: UserId
    readonly userAgent: string
    readonly now: Instant
    readonly expiresAt: Instant
    /** Whoever signed in by something that counts for both. */
    readonly hasSecondFactor?: boolean | undefined
  },
): Promise<void> {
  const now = toTimestamp(session.now)
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      user_agent: session.userAgent.slice(0, 300),
      created_at: now,
      last_seen_at: now,
      authenticated_at: now,
      second_factor_at: session.hasSecondFactor === true ? now : null,
      expires_at: toTimestamp(session.expiresAt),
    })
    .execute()
}

/** The one before opens the session until `formerUntil`, unless it is a former one itself. */
export async function replaceToken(
  db: Db,
  sessionId: SessionId,
  { tokenHash, now, formerUntil }: { tokenHash: Buffer; now: Instant; formerUntil: Instant },
): Promise<void> {
  await sql`
    with over as (
      delete from former_session_token where expires_at <= ${toTimestamp(now)}
    ), kept as (
      insert into former_session_token (token_hash, session_id, expires_at)
      select token_hash, id, ${toTimestamp(formerUntil)} from session where id = ${sessionId}
    )
    update session set token_hash = ${tokenHash} where id = ${sessionId}
  `.execute(db)
}

/** Whoever signs in goes on in the new session alone; notices go on to the device if it is the same person's. */
export async function endReplaced(db: Db, sessionId: SessionId, newTokenHash: Buffer): Promise<void> {
  const next = await db
    .selectFrom('session')
    .where('token_hash', '=', newTokenHash)
    .where('id', '<>', sessionId)
    .select(['id', 'user_id'])
    .executeTakeFirst()
  if (next === undefined) return
  await db
    .updateTable('push_subscription')
    .set({ session_id: next.id })
    .where('session_id', '=', sessionId)
    .where('user_id', '=', next.user_id)
    .execute()
  await db.deleteFrom('session').where('id', '=', sessionId).execute()
}
