import { sendPayout } from '../payouts/send-payout.ts'
import type { Task } from './task.ts'
import { unlessUnanswered } from './unanswered.ts'

/** `settle_payouts` asks again, under the same key, where the provider did not answer. */
export const sendPayoutTask: Task<'send_payout'> = {
  kind: 'send_payout',
  tries: 12,
  outside: (app, { payoutId }) => unlessUnanswered(app, 'send_payout', () => sendPayout(app, payoutId)),
}
