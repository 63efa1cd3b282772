import type { RowSet } from '#contract/numbers.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import type { OperatorScope } from '../scope.ts'
import type { Period } from './number-queries.ts'
import { lengthOf } from './read-numbers.ts'
import { listNumberRows } from './row-queries.ts'
import { findLastSummed } from './summary-queries.ts'

type Asked = Period & { readonly set: RowSet; readonly cursor?: string | undefined }

/** Up to the last day that was summed up, so that the rows are those of the number. */
export async function readRows(db: Db, scope: OperatorScope, asked: Asked, limit: number) {
  lengthOf(asked)
  const last = await findLastSummed(db, scope.marketId)
  if (last === null || last < asked.from) return { rows: [], nextCursor: null }
  const { rows, nextCursor } = await listNumberRows(db, scope, {
    ...asked,
    to: asked.to < last ? asked.to : last,
    zone: await marketZone(db, scope),
    limit,
  })
  return {
    rows: rows.map((row) => ({
      id: row.id,
      date: row.date,
      visitId: row.visit_id,
      paymentId: row.payment_id,
      payoutId: row.payout_id,
      personId: row.person_id,
      personName: row.person_name,
      crewId: row.crew_id,
      crewName: row.crew_name,
      nameEn: row.service_en,
      nameEs: row.service_es,
      state: row.state,
      amountCents: row.amount_cents,
      crewPayCents: row.crew_pay_cents,
      crewMinutes: row.crew_minutes,
    })),
    nextCursor,
  }
}
