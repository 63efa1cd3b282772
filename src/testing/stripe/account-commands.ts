/** What happens to connected accounts and their payouts. */
import { z } from 'zod'
import { completeOnboarding, demand } from './account-standing.ts'
import { type Command, command } from './command.ts'
import { emit } from './events.ts'
import { failPayout } from './payouts.ts'

const fields = z.array(z.string())

export const accountCommands: Readonly<Record<string, Command>> = {
  complete_onboarding: command(
    z.strictObject({
      account: z.string(),
      name: z.string().optional(),
      accountNumber: z.string().optional(),
    }),
    (world, { account, name, accountNumber }) =>
      completeOnboarding(world, account, {
        ...(name === undefined ? {} : { name }),
        ...(accountNumber === undefined ? {} : { accountNumber }),
      }),
  ),
  /** `deadline` is a second of the double's clock; nothing given asks for nothing more. */
  demand: command(
    z.strictObject({
      account: z.string(),
      currently_due: fields.default([]),
      past_due: fields.default([]),
      pending_verification: fields.default([]),
      deadline: z.int().optional(),
      disabled_reason: z
        .enum([
          'listed',
          'other',
          'platform_paused',
          'rejected.fraud',
          'rejected.other',
          'requirements.past_due',
          'requirements.pending_verification',
          'under_review',
        ])
        .nullable()
        .default(null),
    }),
    (world, { account, deadline, ...asked }) =>
      demand(world, account, { ...asked, ...(deadline === undefined ? {} : { deadline }) }),
  ),
  /** The crew left us at Stripe: our key opens the account no more. */
  deauthorize: command(z.strictObject({ account: z.string() }), (world, { account }) => {
    const { id } = world.need('account', account)
    emit(
      world,
      'account.application.deauthorized',
      { id: 'ca_double', object: 'application', name: 'Crew' },
      { owner: id },
    )
    world.setNote(id, 'is_deauthorized', true)
  }),
  /** The next payout, of this account or of any. */
  fail_next_payout: command(
    z.strictObject({
      account: z.string().default('any'),
      code: z.string().default('account_closed'),
      isAfterPaid: z.boolean().default(false),
    }),
    (world, { account, ...plan }) => world.setNote('fail_payout', account, plan),
  ),
  fail_payout: command(
    z.strictObject({ payout: z.string(), code: z.string().default('account_closed') }),
    (world, { payout, code }) => failPayout(world, payout, code),
  ),
}
