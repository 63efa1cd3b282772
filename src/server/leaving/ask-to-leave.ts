import { refuseLeaving } from '#domain/accounts/leaving.ts'
import type { Cents } from '#domain/money.ts'
import { DAY_MS, dateAt, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import { isCustomer, type UserScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { endSharesOf } from '../sharing/end-share.ts'
import { enqueue } from '../tasks/queue.ts'
import { removeSessions } from '../users/session-queries.ts'
import { cancelEverything } from './cancel-everything.ts'
import { countWork, findDueAt, insertClosing } from './queries.ts'
import { readOpenMoney } from './read-leaving.ts'
import { leavingMails } from './texts.ts'

/**
 * What was booked ends, every device is signed out, and the days of grace begin. Answers when they are over; asked again
 * it is the same day.
 */
export async function askToLeave(
  app: App,
  scope: UserScope,
  { expectedFeeCents }: { readonly expectedFeeCents: Cents },
): Promise<Instant> {
  const now = app.ports.clock.now()
  await checkStanding(app, scope, now)
  if (isCustomer(scope)) await cancelEverything(app, scope, { expectedFeeCents })
  return inTransaction(app.db, async (trx) => {
    const { leavingGraceDays } = await settingsAt(trx, scope.marketId, now)
    const asked = instant(now + leavingGraceDays * DAY_MS)
    await insertClosing(trx, { userId: scope.userId, now, dueAt: asked })
    const dueAt = (await findDueAt(trx, scope.userId)) ?? asked
    await endSharesOf(app, trx, scope.userId)
    await removeSessions(trx, scope.userId, null)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'ask_to_leave',
      subject: scope.userId,
    })
    const { subject, text } = leavingMails[scope.locale].asked(scope.name, {
      day: dateAt(dueAt, scope.timeZone),
      url: `${app.config.http.origin}/login`,
    })
    const key = `leaving:${scope.userId}:${dueAt}`
    await enqueue(trx, 'send_mail', { key, to: scope.email, subject, text, userId: scope.userId }, { now })
    return dueAt
  })
}

async function checkStanding(app: App, scope: UserScope, now: Instant): Promise<void> {
  const work = await countWork(app.db, scope.userId, { now, today: dateAt(now, scope.timeZone) })
  const { owedCents } = await readOpenMoney(app.db, scope, now)
  const refusal = refuseLeaving({ type: scope.type, ...work, owedCents })
  if (refusal !== null) throw new Refused(refusal.refused)
}
