/** What becomes of a certificate: an operator approves, refuses or ends it, or its customer takes it back. */
import type { AuditAction } from '#contract/audit-actions.ts'
import type { TaxExemptionId, UserId } from '#domain/ids.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { isInForce } from '#domain/tax/exemption.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { type NoticeTexts, notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope, OperatorScope, UserScope } from '../scope.ts'
import { findExemption, saveDecision, saveEnd } from './exemption-queries.ts'
import { salesTaxTexts } from './texts.ts'

type Decision = {
  readonly exemptionId: TaxExemptionId
  readonly decision: 'approve' | 'refuse' | 'end'
  readonly note: string
}

export function decideExemption(
  app: App,
  scope: OperatorScope,
  { exemptionId, decision, note }: Decision,
  now: Instant,
): Promise<void> {
  return inTransaction(app.db, async (db) => {
    const exemption = await lock(db, scope, exemptionId)
    if (decision !== 'approve' && note === '')
      throw new Refused('bad_input', { fields: { note: salesTaxTexts[scope.locale].needsReason } })
    const { number, starts_on: startsOn, customer_id: customerId } = exemption
    if (decision === 'end') {
      await end(db, exemption, note, now)
      await notifyOf(db, { customerId, exemptionId, step: 'ended', now }, (texts) => texts.ended(number))
    } else {
      if (exemption.state !== 'asked') throw new Refused('wrong_state')
      const state = decision === 'approve' ? 'approved' : 'refused'
      await saveDecision(db, exemptionId, { state, note, by: scope.userId, at: now })
      await notifyOf(db, { customerId, exemptionId, step: state, now }, (texts) =>
        state === 'approved' ? texts.approved(number, startsOn) : texts.refused(number, note),
      )
    }
    await audit(db, scope, `${decision}_tax_exemption`, { exemptionId, note, now })
  })
}

/** One that waits is gone; one that holds, or will, ends. */
export function withdrawExemption(
  app: App,
  scope: CustomerScope,
  exemptionId: TaxExemptionId,
  now: Instant,
): Promise<void> {
  return inTransaction(app.db, async (db) => {
    const exemption = await lock(db, scope, exemptionId)
    if (exemption.state === 'asked')
      await saveDecision(db, exemptionId, { state: 'withdrawn', note: '', by: scope.userId, at: now })
    else await end(db, exemption, exemption.note, now)
    await audit(db, scope, 'withdraw_tax_exemption', { exemptionId, note: '', now })
  })
}

type Locked = NonNullable<Awaited<ReturnType<typeof findExemption>>>

async function lock(db: Db, scope: UserScope, id: TaxExemptionId): Promise<Locked> {
  const exemption = await findExemption(db, scope, id, { isLocked: true })
  if (exemption === undefined) throw new Refused('not_found')
  return exemption
}

/** Today is its last day, by the market's clock; one that has not begun never does. */
async function end(db: Db, exemption: Locked, note: string, now: Instant): Promise<void> {
  const today = dateAt(now, await marketZone(db, { marketId: exemption.market_id }))
  const { starts_on: startsOn, expires_on: expiresOn, ended_on: endedOn, state } = exemption
  const isComing = state === 'approved' && endedOn === null && startsOn > today
  if (!isComing && !isInForce({ state, startsOn, expiresOn, endedOn }, today))
    throw new Refused('wrong_state')
  await saveEnd(db, exemption.id, today, note)
}

async function notifyOf(
  db: Db,
  about: { customerId: UserId; exemptionId: TaxExemptionId; step: string; now: Instant },
  textsOf: (texts: (typeof salesTaxTexts)[Language]) => NoticeTexts[Language],
): Promise<void> {
  await notify(db, {
    to: about.customerId,
    event: 'payment',
    key: `tax-exemption:${about.exemptionId}:${about.step}`,
    texts: inEachLanguage((language) => textsOf(salesTaxTexts[language])),
    url: '/billing',
    now: about.now,
  })
}

function audit(
  db: Db,
  scope: UserScope,
  action: AuditAction,
  { exemptionId, note, now }: { exemptionId: TaxExemptionId; note: string; now: Instant },
): Promise<void> {
  return recordAudit(db, { at: now, actorId: scope.userId, action, subject: exemptionId, detail: { note } })
}
