/** What banks, cardholders and people at the dashboard do. */
import { z } from 'zod'
import { move } from './balance.ts'
import { type Command, command } from './command.ts'
import { decideDispute, openDispute, warnOfFraud } from './disputes.ts'
import { emit } from './events.ts'
import { detach } from './payment-methods.ts'
import { failRefund, refundCharge } from './refunds.ts'

const cents = z.int().min(1)

export const bankCommands: Readonly<Record<string, Command>> = {
  /** The next charge of this customer, or of anybody. */
  decline_next: command(
    z.strictObject({
      customer: z.string().default('any'),
      decline_code: z.string().default('generic_decline'),
    }),
    (world, { customer, decline_code }) => world.setNote('decline_next', customer, decline_code),
  ),
  /** From now on the bank wants to see the owner of this card at every payment. */
  ask_owner: command(
    z.strictObject({ payment_method: z.string(), is_asked: z.boolean().default(true) }),
    (world, { payment_method, is_asked }) => world.setNote(payment_method, 'needs_owner', is_asked),
  ),
  /** The bank debit of this payment will come back. */
  fail_debit: command(
    z.strictObject({
      payment_intent: z.string(),
      code: z.string().default('insufficient_funds'),
      message: z.string().default("The customer's account has insufficient funds to cover this payment."),
    }),
    (world, { payment_intent, ...why }) => world.setNote(payment_intent, 'debit_fails', why),
  ),
  /** The next refund, of this charge or of any, fails after so long. */
  fail_next_refund: command(
    z.strictObject({ charge: z.string().default('any'), after_seconds: z.int().min(0).default(0) }),
    (world, { charge, after_seconds }) => world.setNote('fail_refund', charge, after_seconds),
  ),
  fail_refund: command(
    z.strictObject({ refund: z.string(), reason: z.string().optional() }),
    (world, { refund, reason }) => failRefund(world, refund, reason),
  ),
  dispute: command(
    z.strictObject({
      charge: z.string(),
      reason: z.string().default('fraudulent'),
      amount: cents.optional(),
    }),
    (world, { charge, reason, amount }) => openDispute(world, charge, reason, amount),
  ),
  decide_dispute: command(
    z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) }),
    (world, { dispute, outcome }) => decideDispute(world, dispute, outcome),
  ),
  warn_of_fraud: command(z.strictObject({ charge: z.string() }), (world, { charge }) =>
    warnOfFraud(world, charge),
  ),

  refund_in_dashboard: command(
    z.strictObject({ charge: z.string(), amount: cents.optional() }),
    (world, { charge, amount }) =>
      refundCharge(world, world.need('charge', charge), {
        ...(amount === undefined ? {} : { amount }),
        reason: 'requested_by_customer',
      }),
  ),
  detach_in_dashboard: command(z.strictObject({ payment_method: z.string() }), (world, { payment_method }) =>
    detach(world, world.need('payment_method', payment_method)),
  ),
  /** The card network knows a newer card. */
  renew_card: command(
    z.strictObject({
      payment_method: z.string(),
      exp_month: z.int().min(1).max(12),
      exp_year: z.int(),
      last4: z.string().optional(),
    }),
    (world, { payment_method, exp_month, exp_year, last4 }) => {
      const method = world.need('payment_method', payment_method)
      if (method.card === undefined) throw new Error(`${payment_method} is no card`)
      const previous = { card: { exp_month: method.card.exp_month, exp_year: method.card.exp_year } }
      const renewed = {
        ...method,
        card: { ...method.card, exp_month, exp_year, last4: last4 ?? method.card.last4 },
      }
      world.save('payment_method', renewed)
      emit(world, 'payment_method.automatically_updated', renewed, { previous })
      return renewed
    },
  ),
  /** Money that the platform brings itself, or that is taken from it. */
  top_up: command(z.strictObject({ amount: z.int() }), (world, { amount }) =>
    move(world, { type: 'topup', amount, source: world.newId('tu') }),
  ),
}
