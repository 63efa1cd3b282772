/** The platform accepts the loss: nothing is sent, and the bank keeps the money. */
import { canAnswer } from '#domain/billing/chargebacks.ts'
import type { ChargebackId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { receiveChargeback } from '../chargebacks/receive-chargeback.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import { hourlyKey } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { lockChargeback, saveAnswered, saveAnswering } from './queries.ts'
import { readAnswer } from './read-chargebacks.ts'

export async function acceptChargeback(app: App, scope: OperatorScope, chargebackId: ChargebackId) {
  const providerId = await inTransaction(app.db, (trx) => prepare(app, trx, scope, chargebackId), {
    isolation: 'read committed',
  })
  if (providerId !== null) {
    try {
      const key = hourlyKey(`accept:${chargebackId}`, app.ports.clock.now())
      await app.ports.payments.acceptChargeback({ key, chargebackId: providerId })
    } catch (error) {
      if (!(error instanceof ProviderFailure && error.kind === 'refused')) throw error
    }
    await receiveChargeback(app, providerId)
  }
  return readAnswer(app, scope, chargebackId)
}

/** Null where it is lost already. */
async function prepare(
  app: App,
  trx: Db,
  scope: OperatorScope,
  chargebackId: ChargebackId,
): Promise<string | null> {
  const now = app.ports.clock.now()
  const row = await lockChargeback(trx, scope, chargebackId)
  if (row === undefined) throw new Refused('not_found')
  if (row.accepted_at !== null && row.state === 'lost') return null
  if (row.accepted_at === null) {
    if (!canAnswer({ state: row.state, evidenceDueAt: row.evidence_due_at }, now))
      throw new Refused('conflict')
    await saveAnswering(trx, chargebackId, { note: '', without: [], by: scope.userId, now })
    await saveAnswered(trx, chargebackId, 'accepted_at', now)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'accept_chargeback',
      subject: chargebackId,
    })
  }
  return row.provider_chargeback_id
}
