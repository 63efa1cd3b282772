import { describe, expect, it } from 'vitest'
import { cents } from '#domain/money.ts'
import { linesOf } from './reconcile.ts'

describe('the report of reconcile', () => {
  const agreed = { name: 'payments', count: 12, amountCents: cents(123_450), differences: [] }

  it('is a table that ends in one sentence', () => {
    expect(linesOf({ isBalanced: true, checks: [agreed] })).toEqual([
      'what      count     amount',
      'payments     12  $1,234.50  agrees',
      'The books agree to the cent.',
    ])
  })

  it('counts what operators have explained, and is balanced all the same', () => {
    const explained = [{ subject: 'h1', sentence: 'is held by hand', ours: null, theirs: 500 }]
    const lines = linesOf({ isBalanced: true, checks: [{ ...agreed, explained }] })
    expect(lines.slice(1)).toEqual([
      'payments     12  $1,234.50  agrees, 1 explained',
      'The books agree to the cent.',
    ])
  })

  it('names each difference', () => {
    const differs = {
      ...agreed,
      name: 'refunds',
      differences: [
        { subject: 'r1', sentence: 'gave back 5 cents, the books say nothing', ours: 5, theirs: null },
      ],
    }
    const lines = linesOf({ isBalanced: false, checks: [agreed, differs] })
    expect(lines.slice(2)).toEqual([
      'refunds      12  $1,234.50  1 differ',
      'refunds: r1 gave back 5 cents, the books say nothing.',
      'The books do not agree: 1 differences.',
    ])
  })
})
