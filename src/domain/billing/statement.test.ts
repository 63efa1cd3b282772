import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cents } from '../money.ts'
import type { LineItem } from '../pricing/lines.ts'
import { localDate } from '../time.ts'
import { statementOf } from './statement.ts'

const service = (amountCents: number): LineItem => ({ kind: 'service', amountCents: cents(amountCents) })

describe('a statement', () => {
  it('has a line for every visit, by date, and sums them', () => {
    const statement = statementOf([
      {
        visitId: 'b',
        date: localDate('2026-07-03'),
        lines: [service(500), { kind: 'tip', amountCents: cents(200) }],
      },
      {
        visitId: 'a',
        date: localDate('2026-07-01'),
        lines: [
          service(1_000),
          { kind: 'coupon', amountCents: cents(-300) },
          { kind: 'tax', amountCents: cents(62) },
        ],
      },
    ])
    expect(statement.lines).toEqual([
      {
        visitId: 'a',
        date: '2026-07-01',
        priceCents: 1_000,
        couponCents: 300,
        taxCents: 62,
        tipCents: 0,
        amountCents: 762,
      },
      {
        visitId: 'b',
        date: '2026-07-03',
        priceCents: 500,
        couponCents: 0,
        taxCents: 0,
        tipCents: 200,
        amountCents: 700,
      },
    ])
    expect(statement).toMatchObject({ totalCents: 1_462, creditUsedCents: 0, dueCents: 1_462 })
  })

  it.each([
    [0, 0, 1_000],
    [400, 400, 600],
    [5_000, 1_000, 0],
    [-10, 0, 1_000],
  ])('with %i cents of credit uses %i and charges %i', (creditCents, used, due) => {
    const visits = [{ visitId: 'a', date: localDate('2026-07-01'), lines: [service(1_000)] }]
    expect(statementOf(visits, cents(creditCents))).toMatchObject({ creditUsedCents: used, dueCents: due })
  })

  it('orders the visits of one day by their ids, so that it reads the same every time', () => {
    const visits = ['c', 'a', 'b'].map((visitId) => ({
      visitId,
      date: localDate('2026-07-01'),
      lines: [service(1)],
    }))
    expect(statementOf(visits).lines.map((line) => line.visitId)).toEqual(['a', 'b', 'c'])
  })

  it('of nothing charges nothing', () => {
    expect(statementOf([])).toEqual({
      lines: [],
      tipsCents: 0,
      totalCents: 0,
      creditUsedCents: 0,
      dueCents: 0,
    })
  })

  it('every line’s amount is its price less coupon plus tax and tip', () => {
    const money = fc.nat(1_000_000)
    fc.assert(
      fc.property(fc.array(fc.tuple(money, money, money), { maxLength: 20 }), (visits) => {
        const statement = statementOf(
          visits.map(([price, tax, tip], index) => ({
            visitId: String(index),
            date: localDate('2026-07-01'),
            lines: [
              service(price),
              { kind: 'tax', amountCents: cents(tax) },
              { kind: 'tip', amountCents: cents(tip) },
            ],
          })),
        )
        for (const line of statement.lines)
          expect(line.priceCents - line.couponCents + line.taxCents + line.tipCents).toBe(line.amountCents)
        expect(statement.dueCents).toBe(visits.flat().reduce((sum, each) => sum + each, 0))
      }),
    )
  })
})
