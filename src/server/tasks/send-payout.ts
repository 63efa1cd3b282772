import { sendPayout } from '../payouts/send-payout.ts'
import type { Task } from './task.ts'

export const sendPayoutTask: Task<'send_payout'> = {
  kind: 'send_payout',
  tries: 12,
  outside: (app, { payoutId }) => sendPayout(app, payoutId),
}
