import { mergeMoves } from '#domain/hospitable/merges.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { findHeirs } from './find-heirs.ts'
import { lockRentals, markUnseenGone, saveMatch, saveRentals } from './rental-queries.ts'
import { withAccess } from './use-tokens.ts'

/** Of a hundred each; beyond that nobody is a host of places. */
const MOST_PAGES = 100

/** What was on no page is gone there; a list that broke off says nothing of what is missing. */
export async function readRentals(app: App, accountId: HospitableAccountId): Promise<void> {
  const now = app.ports.clock.now()
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { items, isLast } = await withAccess(app, accountId, (token) =>
      app.ports.hospitable.listProperties(token, { page }),
    )
    await saveRentals(app.db, accountId, items, now)
    if (isLast) {
      await markUnseenGone(app.db, accountId, now)
      await settleMerges(app, accountId)
      return findHeirs(app, accountId)
    }
  }
}

async function settleMerges(app: App, accountId: HospitableAccountId): Promise<void> {
  await inTransaction(
    app.db,
    async (trx) => {
      for (const { from, to, propertyId } of mergeMoves(await lockRentals(trx, accountId))) {
        await saveMatch(trx, { accountId, hospitableId: from }, null)
        await saveMatch(trx, { accountId, hospitableId: to }, propertyId)
      }
    },
    { isolation: 'read committed', isStep: false },
  )
}
