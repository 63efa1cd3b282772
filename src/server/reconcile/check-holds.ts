/**
 * What cards hold back, by our rows and by the provider's list: page by page on either side. A hold of ours that the
 * list had is marked; the others are asked for one by one.
 */
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { isHoldUnderWay } from '../ledger/hold-queries.ts'
import type { Hold } from '../ports/payments/port.ts'
import type { Seen } from './difference-queries.ts'
import { countHeld, listUnlisted, markListed } from './held-queries.ts'
import { recordFound } from './record-found.ts'
import type { Run } from './run-queries.ts'

type Left = { readonly after: string } | 'done'
type Work = (trx: Db, run: Run) => Promise<Left>

const CHECK = 'holds at the provider'
const LISTED_AT_ONCE = 500
/** Of a provider that lists everything, a page may hold nothing. */
const PAGES_AT_ONCE = 20
const ASKED_AT_ONCE = 50

/**
 * The provider's list, some pages of it; what stands in it is the work of some days, however old the books. The next
 * slice goes on where this one ends, whoever does it.
 */
export async function listHeldThere(app: App, run: Run): Promise<Work> {
  const strange: Seen[] = []
  let left: Left = 'done'
  let listed = 0
  let pages = 0
  const since = instant(run.after === null ? 0 : Number(run.after))
  for await (const { holds, until } of app.ports.payments.listHolds(since)) {
    strange.push(...(await compare(app, run, holds)))
    listed += holds.length
    pages += 1
    if (listed < LISTED_AT_ONCE && pages < PAGES_AT_ONCE) continue
    left = { after: String(until) }
    break
  }
  return async (trx, locked) => {
    const counts = left === 'done' ? await countHeld(trx) : []
    await recordFound(trx, locked, { check: CHECK, counts, seen: strange })
    return left
  }
}

async function compare(app: App, run: Run, page: readonly Hold[]): Promise<Seen[]> {
  if (page.length === 0) return []
  const ours = await inTransaction(app.db, (trx) => markListed(trx, run.id, page), {
    isolation: 'read committed',
    isStep: false,
  })
  const seen: Seen[] = []
  for (const hold of page) {
    const row = ours.get(hold.intentId)
    if (row === undefined) {
      if (!(await isHoldUnderWay(app.db, hold)))
        seen.push({
          subject: hold.intentId,
          sentence: `the provider holds ${hold.amountCents} cents that we know nothing of`,
          ours: null,
          theirs: hold.amountCents,
          kind: 'hold',
          marketId: null,
        })
    } else if (row.amountCents !== hold.amountCents) seen.push(differs(row, hold.amountCents))
  }
  return seen
}

/** Those of ours that the list did not have. */
export async function checkHeldHere(app: App, run: Run): Promise<Work> {
  const rows = await listUnlisted(app.db, run, ASKED_AT_ONCE)
  const seen: Seen[] = []
  for (const row of rows) {
    const hold = await app.ports.payments.readHold(row.intentId)
    if (hold === null)
      seen.push({
        subject: row.id,
        sentence: 'the provider does not know it',
        ours: row.amountCents,
        theirs: null,
        kind: 'hold',
        marketId: row.marketId,
      })
    else if (hold.amountCents !== row.amountCents) seen.push(differs(row, hold.amountCents))
  }
  return async (trx, locked) => {
    await recordFound(trx, locked, { check: CHECK, counts: [], seen })
    return rows.length < ASKED_AT_ONCE ? 'done' : { after: rows.at(-1)!.id }
  }
}

function differs(
  row: { readonly id: string; readonly amountCents: number; readonly marketId: string | null },
  theirs: number,
): Seen {
  return {
    subject: row.id,
    sentence: `the provider holds ${theirs} cents, our row ${row.amountCents}`,
    ours: row.amountCents,
    theirs,
    kind: 'hold',
    marketId: row.marketId,
  }
}
