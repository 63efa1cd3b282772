/** Acting calls with an `Idempotency-Key` happen once: the stored answer is given again for 24 hours. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { DAY_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'

/** Runs `act` once per user and key. The same key with other content is refused; while the first runs, too. */
export async function oncePerKey(
  app: App,
  userId: string | null,
  endpoint: string,
  request: FastifyRequest,
  act: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.headers['idempotency-key']
  if (userId === null || request.method !== 'POST' || typeof key !== 'string' || key === '') return act()
  if (key.length > 200)
    throw new Refused('bad_input', { fields: { 'Idempotency-Key': 'At most 200 characters.' } })
  const hash = createHash('sha256')
    .update(endpoint)
    // A file on its way in is known by the words beside it.
    .update(JSON.stringify(request.body instanceof Readable ? request.query : (request.body ?? null)))
    .digest()
  const stored = await claim(app, userId, key, endpoint, hash)
  if (stored !== null) return stored.reply
  try {
    const reply = await act()
    await app.db
      .updateTable('idempotent_reply')
      .set({ status: 200, reply: JSON.stringify(reply ?? null) })
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .execute()
    return reply
  } catch (error) {
    // Nothing happened, so the same key may try again.
    await app.db.deleteFrom('idempotent_reply').where('user_id', '=', userId).where('key', '=', key).execute()
    throw error
  }
}

/** Null: the key is ours to use. Else the stored answer. */
async function claim(
  app: App,
  userId: string,
  key: string,
  endpoint: string,
  hash: Buffer,
): Promise<{ reply: unknown } | null> {
  const now = app.ports.clock.now()
  await app.db
    .deleteFrom('idempotent_reply')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', toTimestamp((now - DAY_MS) as Instant)),
        // Its process died before it could answer: the act itself is safe to repeat.
        eb.and([eb('status', 'is', null), eb('created_at', '<', toTimestamp((now - MINUTE_MS) as Instant))]),
      ]),
    )
    .execute()
  const claimed = await app.db
    .insertInto('idempotent_reply')
    .values({ user_id: userId, key, endpoint, request_hash: hash, created_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed !== undefined) return null
  const stored = await app.db
    .selectFrom('idempotent_reply')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .select(['request_hash', 'status', 'reply'])
    .executeTakeFirst()
  if (stored === undefined || stored.status === null) throw new Refused('conflict')
  if (!hash.equals(stored.request_hash)) throw new Refused('key_reused')
  return { reply: stored.reply }
}
