/** An operator says that forms of a year went out, or that they did not after all. */
import type { UserId } from '#domain/ids.ts'
import { NOTHING_PAID, totalPaid } from '#domain/tax/channels.ts'
import { formStateOf } from '#domain/tax/form.ts'
import { w9StateOf } from '#domain/tax/w9.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type MarketYear, readMarketYear } from './read-forms.ts'
import { paidByCrew } from './paid-queries.ts'
import { crewsOfMarket, deleteSent, readPayees, saveSent } from './queries.ts'

type Marking = {
  readonly year: number
  readonly crewIds: readonly UserId[]
  readonly isSent: boolean
}

/** All or none: throws `not_found` for crews of others, `wrong_state` where a form is not ready. */
export async function markSent(
  app: App,
  scope: OperatorScope,
  { year, crewIds, isSent }: Marking,
  now: Instant,
): Promise<void> {
  const ids = [...new Set(crewIds)]
  await inTransaction(app.db, async (db) => {
    const market = await readMarketYear(db, scope.marketId, year, now)
    const ours = await crewsOfMarket(db, scope, ids)
    if (ours.length < ids.length) throw new Refused('not_found', { at: 'crewIds' })
    if (isSent) await saveAll(db, scope, { market, crewIds: ids, now })
    else for (const crewId of ids) await deleteSent(db, crewId, year)
    for (const crewId of ids)
      await recordAudit(db, {
        at: now,
        actorId: scope.userId,
        action: isSent ? 'send_tax_form' : 'unsend_tax_form',
        subject: crewId,
        detail: { year },
      })
  })
}

async function saveAll(
  db: Db,
  scope: OperatorScope,
  { market, crewIds, now }: { market: MarketYear; crewIds: readonly UserId[]; now: Instant },
): Promise<void> {
  const { year, span, rule, isOver } = market
  const [paid, payees] = await Promise.all([paidByCrew(db, crewIds, span), readPayees(db, crewIds, year)])
  for (const crewId of crewIds) {
    const payee = payees.get(crewId)
    if (payee === undefined) throw new Refused('not_found', { at: 'crewIds' })
    const sums = paid.get(crewId) ?? { paid: NOTHING_PAID, transactionCount: 0 }
    const paidCents = totalPaid(sums.paid)
    const isSent = payee.sent !== null
    const w9 = w9StateOf(payee.account)
    const state = formStateOf(rule, { ...sums, paidCents, isYearOver: isOver, w9, isSent })
    if (state !== 'ready' && state !== 'sent') throw new Refused('wrong_state')
    await saveSent(db, { crewId, year, amountCents: paidCents, by: scope.userId, at: now })
  }
}
