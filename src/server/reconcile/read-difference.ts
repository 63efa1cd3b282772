/** One difference with what stands on both sides, for whoever looks into it. */
import type { ReconcileDifferenceId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { findDifference } from './difference-queries.ts'
import { findRelated, listJournalsOf, listMovementsOf, listRowsOf } from './side-queries.ts'

export async function readDifference(db: Db, scope: OperatorScope, id: ReconcileDifferenceId) {
  const difference = await findDifference(db, scope, id)
  if (difference === null) throw new Refused('not_found')
  const related = await findRelated(db, difference)
  const rows = await listRowsOf(db, difference, related)
  const providerIds = rows.flatMap(({ providerId }) => (providerId === null ? [] : [providerId]))
  const objectIds = [...providerIds, difference.subject]
  return {
    ...difference,
    paymentId: related.paymentId,
    payoutId: related.payoutId,
    rows,
    journals: await listJournalsOf(db, difference, related),
    movements: await listMovementsOf(db, objectIds),
  }
}
