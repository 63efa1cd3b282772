/** Every endpoint with who answers it; and what happens by itself after a while. */

import { passDeadline } from './account-standing.ts'
import { accountAnswers } from './accounts.ts'
import { settleDebit } from './attempts.ts'
import { balanceAnswers } from './balance.ts'
import type { Answers } from './call.ts'
import { bookLate, chargeAnswers } from './charges.ts'
import { customerAnswers } from './customers.ts'
import { disputeAnswers, lapseDispute } from './disputes.ts'
import { eventAnswers } from './events.ts'
import { fileAnswers } from './files.ts'
import { expireHold, paymentIntentAnswers } from './payment-intents.ts'
import { paymentMethodAnswers } from './payment-methods.ts'
import { arrive, comeBack, leave, payoutAnswers } from './payouts.ts'
import { failRefund, refundAnswers, settleRefund } from './refunds.ts'
import { setupIntentAnswers } from './setup-intents.ts'
import { transferAnswers } from './transfers.ts'
import { webhookEndpointAnswers } from './webhook-endpoints.ts'
import type { World } from './world.ts'

export const answers: Answers = {
  ...accountAnswers,
  ...balanceAnswers,
  ...chargeAnswers,
  ...customerAnswers,
  ...disputeAnswers,
  ...eventAnswers,
  ...fileAnswers,
  ...paymentIntentAnswers,
  ...paymentMethodAnswers,
  ...payoutAnswers,
  ...refundAnswers,
  ...setupIntentAnswers,
  ...transferAnswers,
  ...webhookEndpointAnswers,
}

const LATER: Readonly<Record<string, (world: World, about: string) => void>> = {
  account_deadline: passDeadline,
  book_charge: bookLate,
  dispute_lapses: lapseDispute,
  expire_hold: expireHold,
  fail_refund: failRefund,
  payout_arrives: arrive,
  payout_leaves: leave,
  payout_returns: comeBack,
  settle_debit: settleDebit,
  settle_refund: settleRefund,
}

/** Everything that is due by then, each thing at its own moment. */
export function letTimePass(world: World, untilMs: number): void {
  const isStanding = world.isClockStanding()
  const isMoved = untilMs > world.nowMs()
  const passOne = (): boolean => {
    const timer = world.takeTimer(untilMs)
    if (timer === undefined) return false
    if (isMoved && timer.dueMs > world.nowMs()) world.setClock(timer.dueMs, true)
    LATER[timer.kind]!(world, timer.about)
    return true
  }
  while (world.inTransaction(passOne));
  if (isMoved) world.setClock(untilMs, isStanding)
}
