/** What cards hold back, by our rows and by the provider's books: no money has moved, but none may be held unknown. */

import type { Check, Difference } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Hold } from '../ports/payments/port.ts'
import { isHoldUnderWay, listOpenHolds } from './hold-queries.ts'

export async function checkHolds(app: App): Promise<Check> {
  const theirs = new Map<string, Hold>()
  for await (const { holds } of app.ports.payments.listHolds(instant(0)))
    for (const hold of holds) theirs.set(hold.intentId, hold)
  const ours = await listOpenHolds(app.db)
  const differences: Difference[] = []
  for (const { id, provider_intent_id, amount_cents } of ours) {
    const listed = theirs.get(provider_intent_id!) ?? (await app.ports.payments.readHold(provider_intent_id!))
    theirs.delete(provider_intent_id!)
    if (listed === null)
      differences.push({
        subject: id,
        sentence: 'the provider does not know it',
        ours: amount_cents,
        theirs: null,
      })
    else if (listed.amountCents !== amount_cents)
      differences.push({
        subject: id,
        sentence: `the provider holds ${listed.amountCents} cents, our row ${amount_cents}`,
        ours: amount_cents,
        theirs: listed.amountCents,
      })
  }
  for (const hold of theirs.values())
    if (!(await isHoldUnderWay(app.db, hold)))
      differences.push({
        subject: hold.intentId,
        sentence: `the provider holds ${hold.amountCents} cents that we know nothing of`,
        ours: null,
        theirs: hold.amountCents,
      })
  return {
    name: 'holds at the provider',
    count: ours.length,
    amountCents: cents(ours.reduce((sum, hold) => sum + hold.amount_cents, 0)),
    differences: differences.slice(0, 100),
  }
}
