/** Heeds STOP and START (field 38). A signed answer that comes twice, or late, is taken in once. */

import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readSmsAnswer } from '#domain/notifications/sms-keywords.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { deleteSmsOptOut, insertSmsAnswer, insertSmsOptOut } from './sms-queries.ts'

export async function takeSmsAnswer(app: App, file: Readable, signature: unknown): Promise<void> {
  const body = await text(file)
  const answer = typeof signature === 'string' ? app.ports.sms.readAnswer({ body, signature }) : null
  if (answer === null) throw new Refused('bad_input', { faults: { 'X-Twilio-Signature': 'notSignedForUs' } })
  const meaning = readSmsAnswer(answer.text)
  if (meaning === null) return
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    if (!(await insertSmsAnswer(trx, { ...answer, meaning, now }))) return
    if (meaning === 'start') await deleteSmsOptOut(trx, answer.from)
    else await insertSmsOptOut(trx, answer.from, now)
  })
}
