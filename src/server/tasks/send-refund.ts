import { sendRefund } from '../payments/refund-payment.ts'
import type { Task } from './task.ts'
import { unlessUnanswered } from './unanswered.ts'

/** `retry_payments` asks again, under the same key, where the provider did not answer. */
export const sendRefundTask: Task<'send_refund'> = {
  kind: 'send_refund',
  tries: 12,
  outside: (app, { refundId }) => unlessUnanswered(app, 'send_refund', () => sendRefund(app, refundId)),
}
