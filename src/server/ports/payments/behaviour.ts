/**
 * What every payment provider must do, whichever stands behind the port. Each adapter runs the whole of it; what only
 * the owner of a provider, or of its double, can bring about comes in with `open`.
 */
import { describe } from 'vitest'
import { describeChargebacks } from './behaviour-chargebacks.ts'
import { describeCharges } from './behaviour-charges.ts'
import { describeDebits } from './behaviour-debits.ts'
import { describeEvents } from './behaviour-events.ts'
import { describeHolds } from './behaviour-holds.ts'
import { describeLies } from './behaviour-lies.ts'
import { describeMethods } from './behaviour-methods.ts'
import { describePayees } from './behaviour-payees.ts'
import { describeRefunds } from './behaviour-refunds.ts'
import { describeTransfers } from './behaviour-transfers.ts'
import type { Open } from './behaviour-under-test.ts'

export function describePayments(name: string, open: Open): void {
  describe(name, () => {
    describeMethods(open)
    describeCharges(open)
    describeDebits(open)
    describeHolds(open)
    describeRefunds(open)
    describePayees(open)
    describeTransfers(open)
    describeChargebacks(open)
    describeEvents(open)
    describeLies(open)
  })
}
