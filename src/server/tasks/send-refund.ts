import { sendRefund } from '../payments/refund-payment.ts'
import type { Task } from './task.ts'

export const sendRefundTask: Task<'send_refund'> = {
  kind: 'send_refund',
  tries: 12,
  outside: (app, { refundId }) => sendRefund(app, refundId),
}
