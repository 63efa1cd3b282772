/** What a crew was paid for, as its year and its form are divided. */
import { addCents, type Cents, ZERO_CENTS } from '../money.ts'

export const CHANNELS = ['weekly', 'on_demand', 'tips', 'commission', 'partner'] as const
export type Channel = (typeof CHANNELS)[number]

export type PaidByChannel = Readonly<Record<Channel, Cents>>

export const NOTHING_PAID: PaidByChannel = {
  weekly: ZERO_CENTS,
  on_demand: ZERO_CENTS,
  tips: ZERO_CENTS,
  commission: ZERO_CENTS,
  partner: ZERO_CENTS,
}

/** A tip goes by its kind; all else by the work that it is for, also what is taken back and what is paid in its place. */
export function channelOf(earning: { readonly kind: string; readonly isWeeklyWork: boolean }): Channel {
  if (earning.kind === 'tip') return 'tips'
  if (earning.kind === 'commission' || earning.kind === 'partner') return earning.kind
  return earning.isWeeklyWork ? 'weekly' : 'on_demand'
}

/** Before the fees of payouts at once, which are the crew's own expense. */
export function totalPaid(paid: PaidByChannel): Cents {
  return addCents(...CHANNELS.map((channel) => paid[channel]))
}
