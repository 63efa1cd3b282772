/** Background work on what crews are paid. */
import { releaseCommissions } from '../commissions/release-commissions.ts'
import { marketZone } from '../market-zone.ts'
import { readOpenAccounts } from '../payout-accounts/read-open-accounts.ts'
import { payCrewsBatch } from '../payouts/pay-crews.ts'
import { listUnderWay } from '../payouts/payout-queries.ts'
import { sendPayout } from '../payouts/send-payout.ts'
import { remindOfExemptions } from '../sales-tax/remind-of-exemptions.ts'
import { enqueueAll, taskRow } from '../tasks/queries.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Task } from '../tasks/task.ts'
import { remindCrews } from '../tax-forms/remind-crews.ts'
import { askProvider } from './ask-provider.ts'

/** One batch of crews; the next batch is another task, made in the same transaction. */
export const payCrews: Task<'pay_crews'> = {
  kind: 'pay_crews',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, afterCrewId = null }) => {
    const now = app.ports.clock.now()
    const zone = await marketZone(db, { marketId })
    const { lastCrewId } = await payCrewsBatch(db, { marketId, zone, at, now, after: afterCrewId })
    if (lastCrewId !== null)
      await enqueue(db, 'pay_crews', { marketId, at, afterCrewId: lastCrewId }, { now })
  },
}

/** `settle_payouts` asks again where the provider did not answer. */
export const sendPayoutTask: Task<'send_payout'> = {
  kind: 'send_payout',
  tries: 12,
  outside: (app, { payoutId }) => askProvider(app, 'send_payout', () => sendPayout(app, payoutId)),
}

const AT_ONCE = 500

/** Asks again about payouts that are still under way. */
export const settlePayouts: Task<'settle_payouts'> = {
  kind: 'settle_payouts',
  tries: 20,
  inTransaction: async (app, db, { marketId }) => {
    const now = app.ports.clock.now()
    const rows = await listUnderWay(db, { marketId, now, limit: AT_ONCE })
    const sending = rows.map(({ id }) => taskRow('send_payout', { payoutId: id }, { now, dedupeKey: id }))
    await enqueueAll(db, sending)
  },
}

/** One page of crews; the next is another task. */
export const refreshPayoutAccountsTask: Task<'refresh_payout_accounts'> = {
  kind: 'refresh_payout_accounts',
  tries: 5,
  outside: async (app, { marketId, at, afterCrewId = null }) => {
    const { lastCrewId } = await readOpenAccounts(app, { marketId, after: afterCrewId })
    if (lastCrewId === null) return
    const payload = { marketId, at, afterCrewId: lastCrewId }
    const dedupeKey = `${marketId}@${at}>${lastCrewId}`
    await enqueue(app.db, 'refresh_payout_accounts', payload, { now: app.ports.clock.now(), dedupeKey })
  },
}

/** Goes on in another task while there are more. */
export const releaseCommissionsTask: Task<'release_commissions'> = {
  kind: 'release_commissions',
  tries: 20,
  inTransaction: async (app, db, { marketId, at }) => {
    const now = app.ports.clock.now()
    const { mayBeMore } = await releaseCommissions(db, { marketId, now, limit: AT_ONCE })
    if (mayBeMore) await enqueue(db, 'release_commissions', { marketId, at }, { now })
  },
}

/** One batch of crews; the next batch is another task, made in the same transaction. */
export const remindOfTaxForms: Task<'remind_of_tax_forms'> = {
  kind: 'remind_of_tax_forms',
  tries: 20,
  inTransaction: async (app, db, { marketId, at, after = null }) => {
    const now = app.ports.clock.now()
    const next = await remindCrews(app, db, { marketId, after, now })
    if (next !== null) await enqueue(db, 'remind_of_tax_forms', { marketId, at, after: next }, { now })
  },
}

/** Goes on in another task while there are more. */
export const remindOfExemptionsTask: Task<'remind_of_exemptions'> = {
  kind: 'remind_of_exemptions',
  tries: 20,
  inTransaction: async (app, db, { marketId, at }) => {
    const now = app.ports.clock.now()
    const count = await remindOfExemptions(db, { marketId, now, limit: AT_ONCE })
    if (count === AT_ONCE) await enqueue(db, 'remind_of_exemptions', { marketId, at }, { now })
  },
}
