import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { livingPersonOf } from './read-person.ts'
import { personTexts } from './texts.ts'

/** What an operator writes a person, as it wrote it; the log has the words. */
export async function sendMessage(
  app: App,
  scope: OperatorScope,
  { id, text }: { readonly id: UserId; readonly text: string },
): Promise<void> {
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const person = await livingPersonOf(trx, scope, id)
    if (person.type === 'Operator') throw new Refused('forbidden')
    await notify(trx, {
      to: id,
      event: 'message',
      key: `message_person:${id}:${now}`,
      texts: inEachLanguage((language) => ({ title: personTexts[language].message, text })),
      url: '/',
      now,
      isUrgent: true,
    })
    await recordAudit(trx, {
      actorId: scope.userId,
      concerns: id,
      action: 'message_person',
      subject: id,
      detail: { text },
      at: now,
    })
  })
}
