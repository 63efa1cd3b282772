/** Reads what moved our balance at the provider, page by page, and books what nothing of ours stands behind. */
import { providerMoved } from '#domain/ledger/movements.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import type { Movement } from '../ports/payments/port.ts'
import { postJournals } from './journal-queries.ts'
import { insertMovements, lastMovementAt } from './movement-queries.ts'

const AT_ONCE = 500
/** A line may be dated a little before it can be read. */
const LOOKS_BACK_MS = 3 * DAY_MS

/**
 * From where it was read to last, or from an earlier moment; at most about so many lines. Answers from where to go on,
 * null where it was read to its end.
 */
export async function readMovements(
  app: App,
  { since, limit = Number.POSITIVE_INFINITY }: { readonly since?: Instant; readonly limit?: number } = {},
): Promise<Instant | null> {
  const last = await lastMovementAt(app.db)
  const from = since ?? instant(Math.max(0, (last ?? 0) - LOOKS_BACK_MS))
  let page: Movement[] = []
  let read = 0
  for await (const movement of app.ports.payments.listMovements(from)) {
    page.push(movement)
    read += 1
    const isFull = read >= limit && movement.at > from
    if (page.length < AT_ONCE && !isFull) continue
    await keep(app, page)
    page = []
    if (isFull) return movement.at
  }
  await keep(app, page)
  return null
}

function keep(app: App, page: readonly Movement[]): Promise<void> {
  return inTransaction(
    app.db,
    async (trx) => {
      const news = await insertMovements(trx, page)
      const journals = news.map((movement) => ({
        ...providerMoved(movement),
        kind: 'provider_moved' as const,
        at: movement.at,
        subjectId: null,
      }))
      await postJournals(trx, journals)
    },
    { isolation: 'read committed', isStep: false },
  )
}
