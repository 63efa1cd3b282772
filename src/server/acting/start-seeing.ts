import type { SeeingId, UserId } from '#domain/ids.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findHolder } from './queries.ts'
import { insertSeeing } from './seeing-queries.ts'

const SEEING_MINUTES = 15

type Seeing = { readonly seeingId: SeeingId; readonly name: string; readonly endsAt: Instant }

/** The log has who looked as whom and why before anything is seen. */
export function startSeeing(
  app: App,
  scope: OperatorScope,
  { id, reason }: { readonly id: UserId; readonly reason: string },
): Promise<Seeing> {
  const beganAt = app.ports.clock.now()
  const endsAt = instant(beganAt + SEEING_MINUTES * MINUTE_MS)
  return inTransaction(app.db, async (trx) => {
    const person = await findHolder(trx, scope, id)
    if (person === undefined) throw new Refused('not_found')
    if (person.type === 'Operator') throw new Refused('forbidden')
    const seeingId = await insertSeeing(trx, { operatorId: scope.userId, personId: id, beganAt, endsAt })
    await recordAudit(trx, {
      actorId: scope.userId,
      concerns: id,
      action: 'see_as',
      subject: id,
      detail: { reason },
      at: beganAt,
    })
    return { seeingId, name: person.name, endsAt }
  })
}
