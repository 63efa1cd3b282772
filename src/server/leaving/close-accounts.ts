/** What the background does once the days of grace are over: the person is forgotten, the books stay. */
import { mayForget } from '#domain/accounts/leaving.ts'
import type { UserId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { removeFile } from '../imports/remove-file.ts'
import { enqueue } from '../tasks/queue.ts'
import { forgetPerson } from './forget-queries.ts'
import { type DueMark, listDue, listMerged, lockDue, markClosed } from './queries.ts'
import { readOpenMoney } from './read-leaving.ts'
import { leavingMails } from './texts.ts'

/** Where money is still open the account waits for another day. Doing it again changes nothing. */
export async function closeAccounts(app: App, marketId: string): Promise<void> {
  const now = app.ports.clock.now()
  let after: DueMark | null = null
  for (;;) {
    const due: DueMark[] = await listDue(app.db, marketId, { now, after })
    for (const { userId } of due) await closeAccount(app, userId)
    after = due.at(-1) ?? null
    if (after === null) return
  }
}

/** The pictures go after the commit: their keys are random, and nothing names them any more. */
async function closeAccount(app: App, userId: UserId): Promise<void> {
  const now = app.ports.clock.now()
  const forgotten = await inTransaction(app.db, async (trx) => {
    const account = await lockDue(trx, userId)
    if (account === undefined) return null
    const money = await readOpenMoney(trx, { userId, timeZone: account.time_zone }, now)
    if (!mayForget(account.due_at, money, now)) return null
    const { subject, text } = leavingMails[account.locale].gone(account.name)
    const key = `left:${userId}`
    await enqueue(trx, 'send_mail', { key, to: account.email, subject, text, userId: null }, { now })
    const files = await forgetPerson(trx, userId, now)
    // All of theirs moved when they were merged, but for what stayed as history.
    for (const mergedId of await listMerged(trx, userId)) await forgetPerson(trx, mergedId, now)
    await markClosed(trx, userId, now)
    await recordAudit(trx, {
      at: now,
      actorId: null,
      concerns: userId,
      action: 'close_account',
      subject: userId,
    })
    return files
  })
  for (const key of forgotten?.pictures ?? []) await app.ports.photos.remove(key)
  for (const file of forgotten?.imports ?? []) await removeFile(app, file)
}
