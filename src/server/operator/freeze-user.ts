import type { UserId } from '#domain/ids.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { dateAt, formatInstant, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { enqueue } from '../tasks/queue.ts'
import { setFrozen } from './queries.ts'
import { freezeTexts } from './freeze-texts.ts'

/** Freezes until a moment; the owner reads the notes in a dialog. Operators cannot be frozen. */
export async function freezeUser(
  app: App,
  scope: OperatorScope,
  { userId, until, notes }: { userId: UserId; until: Instant; notes: string },
): Promise<void> {
  const now = app.ports.clock.now()
  if (until <= now) throw new Refused('bad_input', { faults: { until: 'chooseMomentInFuture' } })
  await inTransaction(app.db, async (trx) => {
    const person = await setFrozen(trx, scope, userId, { until, notes })
    if (person === undefined) throw new Refused('not_found')
    const detail = { until: formatInstant(until), notes }
    await recordAudit(trx, { actorId: scope.userId, action: 'freeze_user', subject: userId, detail, at: now })
    const day = dayText(dateAt(until, person.time_zone), person.locale)
    const mail = freezeTexts[person.locale].frozen(person.name, day, notes, app.config.supportEmail)
    await mailTo(trx, person, mail, { key: `freeze_user:${userId}:${now}`, now })
  })
}

export async function unfreezeUser(app: App, scope: OperatorScope, userId: UserId): Promise<void> {
  const at = app.ports.clock.now()
  await inTransaction(app.db, async (trx) => {
    const person = await setFrozen(trx, scope, userId, { until: null, notes: null })
    if (person === undefined) throw new Refused('not_found')
    await recordAudit(trx, { actorId: scope.userId, action: 'unfreeze_user', subject: userId, at })
    const mail = freezeTexts[person.locale].thawed(person.name, app.config.supportEmail)
    await mailTo(trx, person, mail, { key: `unfreeze_user:${userId}:${at}`, now: at })
  })
}

type Person = NonNullable<Awaited<ReturnType<typeof setFrozen>>>

async function mailTo(
  trx: Db,
  { id: userId, email: to }: Person,
  mail: { readonly subject: string; readonly text: string },
  { key, now }: { readonly key: string; readonly now: Instant },
): Promise<void> {
  if (to !== '') await enqueue(trx, 'send_mail', { key, to, userId, ...mail }, { now })
}
