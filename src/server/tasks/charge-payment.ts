import type { PaymentId } from '#domain/ids.ts'
import { chargePayment } from '../payments/charge-payment.ts'
import type { Task } from './task.ts'
import { unlessUnanswered } from './unanswered.ts'

/** `retry_payments` asks again, under the same key, where the provider did not answer; a decline is an answer. */
export const chargePaymentTask: Task<'charge_payment'> = {
  kind: 'charge_payment',
  tries: 12,
  outside: (app, { paymentId, isRetry }) =>
    unlessUnanswered(app, 'charge_payment', () => chargePayment(app, paymentId as PaymentId, { isRetry })),
}
