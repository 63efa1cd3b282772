import type { PaymentId } from '#domain/ids.ts'
import { chargePayment } from '../payments/charge-payment.ts'
import type { Task } from './task.ts'

/** A provider that does not answer is asked again under the same key; a decline is an answer. */
export const chargePaymentTask: Task<'charge_payment'> = {
  kind: 'charge_payment',
  tries: 12,
  outside: async (app, { paymentId, isRetry }) => {
    await chargePayment(app, paymentId as PaymentId, { isRetry })
  },
}
