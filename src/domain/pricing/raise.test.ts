import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visitCompleted } from '../ledger/postings.ts'
import { cents } from '../money.ts'
import { raiseFor } from '../offers/waves.ts'
import { DEFAULT_SETTINGS } from '../settings/settings.ts'
import type { LineItem } from './lines.ts'
import { withRaise } from './raise.ts'
import { crewPayFor, splitLines } from './split.ts'

const lines: LineItem[] = [{ kind: 'service', amountCents: cents(2_000) }]

describe('the raise of an accepted offer', () => {
  it('is whole the crew’s and costs the platform, not the customer', () => {
    const [before, after] = [
      splitLines(lines, DEFAULT_SETTINGS),
      splitLines(withRaise(lines, cents(140)), DEFAULT_SETTINGS),
    ]
    expect(after).toEqual({
      ...before,
      crewPayCents: before.crewPayCents + 140,
      crewCommissionBaseCents: before.crewCommissionBaseCents + 140,
      platformShareCents: before.platformShareCents - 140,
    })
  })

  it('is there once, and not at all where none was promised', () => {
    const raised = withRaise(lines, cents(140))
    expect(withRaise(raised, cents(140))).toEqual(raised)
    expect(withRaise(lines, cents(0))).toEqual(lines)
  })

  it('keeps what every wave promised, and the books balance, for any price, surcharge, coupon and tax', () => {
    const amount = fc.nat(1_000_000)
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.nat(10_000),
        amount,
        fc.nat(5),
        (service, weekend, couponPart, tax, wave) => {
          const priced: LineItem[] = [
            { kind: 'service', amountCents: cents(service) },
            { kind: 'weekend', amountCents: cents(weekend) },
            { kind: 'coupon', amountCents: cents(-Math.floor(((service + weekend) * couponPart) / 10_000)) },
            { kind: 'tax', amountCents: cents(tax) },
          ]
          const share = crewPayFor(priced, DEFAULT_SETTINGS)
          const raise = raiseFor(share, wave, DEFAULT_SETTINGS)
          const split = splitLines(withRaise(priced, raise), DEFAULT_SETTINGS)
          expect(split.crewPayCents).toBe(share + raise)
          expect(split.crewPayCents + split.taxCents + split.platformShareCents).toBe(
            split.customerTotalCents,
          )
          const { postings } = visitCompleted({
            visitId: 'v',
            marketId: 'denver',
            customerId: 'c',
            crewId: 'w',
            split,
          })
          expect(postings.reduce((sum, posting) => sum + posting.amountCents, 0)).toBe(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
