/** Heeds STOP and START (field 38). A signed answer that comes twice, or late, is taken in once. */

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readSmsAnswer } from '#domain/notifications/sms-words.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'

export async function takeSmsAnswer(app: App, file: Readable, signature: unknown): Promise<void> {
  const body = await text(file)
  const answer = typeof signature === 'string' ? app.ports.sms.readAnswer({ body, signature }) : null
  if (answer === null) throw new Refused('bad_input', { faults: { 'X-Twilio-Signature': 'notSignedForUs' } })
  const meaning = readSmsAnswer(answer.text)
  if (meaning === null) return
  const now = toTimestamp(app.ports.clock.now())
  await inTransaction(app.db, async (trx) => {
    const isNew = await trx
      .insertInto('provider_event')
      .values({ id: `sms:${answer.id}`, type: `sms.${meaning}`, object_id: answer.from, received_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (isNew === undefined) return
    if (meaning === 'start') await trx.deleteFrom('sms_opt_out').where('phone', '=', answer.from).execute()
    else
      await trx
        .insertInto('sms_opt_out')
        .values({ phone: answer.from, opted_out_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}
