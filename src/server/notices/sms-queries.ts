import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

/** False where this answer came before. */
export async function insertSmsAnswer(
  db: Db,
  answer: { readonly id: string; readonly from: string; readonly meaning: string; readonly now: Instant },
): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_event')
    .values({
      id: `sms:${answer.id}`,
      type: `sms.${answer.meaning}`,
      object_id: answer.from,
      received_at: toTimestamp(answer.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteSmsOptOut(db: Db, phone: string): Promise<void> {
  await db.deleteFrom('sms_opt_out').where('phone', '=', phone).execute()
}

export async function insertSmsOptOut(db: Db, phone: string, now: Instant): Promise<void> {
  await db
    .insertInto('sms_opt_out')
    .values({ phone, opted_out_at: toTimestamp(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
