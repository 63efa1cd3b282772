/** A chargeback that came before its payment was known, or that no payment of ours belongs to: one more look. */
import type { ChargebackId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { receiveChargeback } from '../chargebacks/receive-chargeback.ts'
import type { OperatorScope } from '../scope.ts'
import { findUnknown } from './queries.ts'

/** Also where somebody else has found it meanwhile. */
export async function lookForPayment(
  app: App,
  scope: OperatorScope,
  chargebackId: ChargebackId,
): Promise<{ readonly isFound: boolean }> {
  const unknown = await findUnknown(app.db, chargebackId)
  if (unknown === undefined) return { isFound: true }
  await receiveChargeback(app, unknown.provider_chargeback_id)
  const isFound = (await findUnknown(app.db, chargebackId)) === undefined
  await recordAudit(app.db, {
    at: app.ports.clock.now(),
    actorId: scope.userId,
    action: 'look_for_payment',
    subject: chargebackId,
    detail: { isFound },
  })
  return { isFound }
}
