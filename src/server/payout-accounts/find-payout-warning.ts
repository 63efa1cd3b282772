import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { findAccountFacts } from './account-queries.ts'

export type PayoutWarning = {
  readonly payoutWarning: 'none' | 'pending' | 'restricted' | 'due' | null
  readonly payoutDueAt: Instant | null
}

/** Shown before work is taken, which it does not hinder: its money waits (product §3, Payouts; field 7). */
export async function findPayoutWarning(db: Db, crewId: UserId, now: Instant): Promise<PayoutWarning> {
  const { state, deadline } = await findAccountFacts(db, crewId)
  const payoutDueAt = deadline !== null && deadline > now ? deadline : null
  if (state !== 'ready') return { payoutWarning: state, payoutDueAt }
  return { payoutWarning: payoutDueAt === null ? null : 'due', payoutDueAt }
}
