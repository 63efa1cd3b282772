/**
 * Sends what speaks for us, once: what goes is written down first, the provider is asked outside of a transaction, and
 * what it says of the chargeback is read again, so that a lost answer or a second click sends nothing twice.
 */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { canAnswer, type EvidencePart } from '#domain/billing/chargebacks.ts'
import type { ChargebackId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { receiveChargeback } from '../chargebacks/receive-chargeback.ts'
import { inTransaction } from '../db/client.ts'
import { ProviderFailure } from '../ports/payments/failure.ts'
import { hourlyKey } from '../ports/payments/port.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type DeskRow, findChargeback, lockChargeback, saveAnswered, saveAnswering } from './queries.ts'
import { readAnswer } from './read-chargebacks.ts'
import { readEvidence } from './read-evidence.ts'
import { describeEvidence, drawEvidence } from './write-evidence.ts'

type Answer = {
  readonly chargebackId: ChargebackId
  readonly note: string
  readonly without: readonly EvidencePart[]
}

export async function sendEvidence(app: App, scope: OperatorScope, answer: Answer) {
  const { chargebackId } = answer
  const isToSend = await inTransaction(app.db, (trx) => prepare({ ...app, db: trx }, scope, answer), {
    isolation: 'read committed',
  })
  if (isToSend) await send(app, (await findChargeback(app.db, scope, chargebackId))!)
  return readAnswer(app, scope, chargebackId)
}

/** False where it was sent before. Asked again after a lost answer, what was written down first is sent. */
async function prepare(
  app: App,
  scope: OperatorScope,
  { chargebackId, note, without }: Answer,
): Promise<boolean> {
  const now = app.ports.clock.now()
  const row = await lockChargeback(app.db, scope, chargebackId)
  if (row === undefined) throw new Refused('not_found')
  if (row.evidence_sent_at !== null) return false
  if (!canAnswer({ state: row.state, evidenceDueAt: row.evidence_due_at }, now)) throw new Refused('conflict')
  await saveAnswering(app.db, chargebackId, { note, without, by: scope.userId, now: row.answered_at ?? now })
  await recordAudit(app.db, {
    at: now,
    actorId: scope.userId,
    action: 'send_evidence',
    subject: chargebackId,
    detail: { without: [...without], hasNote: note !== '' },
  })
  return true
}

async function send(app: App, row: DeskRow): Promise<void> {
  const evidence = await readEvidence(app, row)
  const document = await buffer(await drawEvidence(app, evidence, row.answered_at!))
  const answers = describeEvidence(evidence)
  const key = hourlyKey(
    `evidence:${row.id}:${createHash('sha256').update(document).digest('base64url').slice(0, 16)}`,
    app.ports.clock.now(),
  )
  try {
    await app.ports.payments.sendEvidence({
      key,
      chargebackId: row.provider_chargeback_id,
      evidence: {
        ...answers,
        document: { name: `evidence-${row.id.slice(0, 8)}.pdf`, type: 'application/pdf', bytes: document },
      },
    })
  } catch (error) {
    // Somebody else's click was first, or the bank has decided: how it stands is read now.
    if (!(error instanceof ProviderFailure && error.kind === 'refused')) throw error
  }
  await receiveChargeback(app, row.provider_chargeback_id)
  const said = await app.ports.payments.readChargeback(row.provider_chargeback_id)
  if (said?.state === 'under_review')
    await inTransaction(
      app.db,
      (trx) => saveAnswered(trx, row.id, 'evidence_sent_at', app.ports.clock.now()),
      { isolation: 'read committed', isStep: false },
    )
}
