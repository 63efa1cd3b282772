import { expect, it } from 'vitest'
import { providerMoved } from './movements.ts'

/** What of the provider's lines is booked where: a fee that came with what it is for is booked with that. */
it.each<[kind: string, amountCents: number, feeCents: number, postings: Record<string, number>]>([
  ['charge', 2_000, 88, {}],
  ['chargeback', -2_000, 1_500, {}],
  ['chargeback_won', 2_000, 5, {}],
  ['refund', -500, 10, { provider_fees: 10, provider_clearing: -10 }],
  ['transfer', -900, 0, {}],
  ['platform_payout', -7_000, 25, { platform_bank: 7_000, provider_fees: 25, provider_clearing: -7_025 }],
  ['fee', -30, 0, { provider_fees: 30, provider_clearing: -30 }],
  ['adjustment', 40, 0, { provider_adjustments: -40, provider_clearing: 40 }],
])('%s of %i with a fee of %i', (kind, amountCents, feeCents, booked) => {
  const { postings, key } = providerMoved({ movementId: 'txn_1', kind, amountCents, feeCents })
  const sums: Record<string, number> = {}
  for (const posting of postings)
    sums[posting.accountKind] = (sums[posting.accountKind] ?? 0) + posting.amountCents
  expect(Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))).toEqual(booked)
  expect(key).toBe('movement:txn_1')
})
