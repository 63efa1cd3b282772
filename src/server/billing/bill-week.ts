/**
 * The billing run (product §3): completed weekly visits that stand on no payment yet, and orders that were too small
 * for one of their own, become one payment per customer and week, with a line per visit; for a customer on terms it is
 * an invoice, by the week or by the month. A batch of customers at a time, each batch one transaction; a market's runs
 * follow one another, and the database holds that a customer has one payment a week and a visit one line. What comes to
 * less than a card can be charged waits for the next run.
 */
import { isTooSmallToCharge, statementOf } from '#domain/billing/statement.ts'
import { howToBill } from '#domain/billing/terms.ts'
import type { PaymentId, UserId } from '#domain/ids.ts'
import { creditUsed } from '#domain/ledger/postings.ts'
import { addCents, ZERO_CENTS } from '#domain/money.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type BillToInvoice, makeInvoices } from '../invoices/make-invoices.ts'
import { type GrantedTerms, haveMethod, openOnInvoices, termsOf } from '../invoices/terms-queries.ts'
import { postJournals } from '../ledger/journal-queries.ts'
import { lockCustomerCredit } from '../ledger/queries.ts'
import { releaseEarnings } from '../payments/payment-queries.ts'
import { enqueueAll, type TaskToDo, taskRow } from '../tasks/queries.ts'
import {
  type Bill,
  CUSTOMERS_AT_ONCE,
  insertLines,
  insertPayments,
  lockBilling,
  unbilledCustomers,
  unbilledVisits,
  type WhomToBill,
} from './billing-queries.ts'
import { unbilledTips } from './tip-queries.ts'

type TermedBill = Bill & { readonly terms: GrantedTerms | null }

export type BillingBatch = { readonly paymentCount: number; readonly lastCustomerId: UserId | null }

/** Bills the customers after a mark; `lastCustomerId` is null where that was the last batch. */
export async function billBatch(
  db: Db,
  input: WhomToBill & { readonly zone: string; readonly now: Instant },
): Promise<BillingBatch> {
  await lockBilling(db, input.marketId)
  const customerIds = await unbilledCustomers(db, input)
  if (customerIds.length === 0) return { paymentCount: 0, lastCustomerId: null }
  const bills = await makeBills(db, customerIds, input.run.to)
  const isLast = customerIds.length < CUSTOMERS_AT_ONCE
  const lastCustomerId = isLast ? null : customerIds.at(-1)!
  if (bills.length === 0) return { paymentCount: 0, lastCustomerId }
  const paymentIds = await insertPayments(db, bills, input.run, input.now)
  await insertLines(db, bills, paymentIds)
  await useCredit(db, bills, paymentIds, input.now)
  await startCharges(db, bills, paymentIds, input)
  return { paymentCount: paymentIds.size, lastCustomerId }
}

async function makeBills(db: Db, customerIds: readonly UserId[], to: LocalDate): Promise<TermedBill[]> {
  const visits = await unbilledVisits(db, customerIds, to)
  const tips = await unbilledTips(db, customerIds, to)
  const terms = await termsOf(db, customerIds)
  const open = await openOnInvoices(db, [...terms.keys()])
  const withMethod = await haveMethod(db, [...terms.keys()])
  const bills: TermedBill[] = []
  for (const customerId of customerIds) {
    const [own, given] = [visits.get(customerId) ?? [], tips.get(customerId) ?? []]
    const tipsCents = addCents(ZERO_CENTS, ...given.map((tip) => tip.amountCents))
    const credit = await lockCustomerCredit(db, customerId)
    const statement = statementOf(own, credit, tipsCents)
    if (isTooSmallToCharge(statement)) continue
    const granted = terms.get(customerId) ?? null
    const how = howToBill(granted, {
      openCents: open.get(customerId) ?? ZERO_CENTS,
      dueCents: statement.dueCents,
      hasMethod: withMethod.has(customerId),
    })
    bills.push({ customerId, how, terms: granted, visits: own, tips: given, statement })
  }
  return bills
}

async function useCredit(
  db: Db,
  bills: readonly Bill[],
  paymentIds: ReadonlyMap<UserId, PaymentId>,
  now: Instant,
): Promise<void> {
  const used = bills.flatMap(({ customerId, statement: { creditUsedCents: amountCents } }) => {
    const paymentId = paymentIds.get(customerId)
    if (paymentId === undefined || amountCents === 0) return []
    const journal = creditUsed({ paymentId, customerId, amountCents })
    return [{ ...journal, kind: 'credit_used' as const, at: now, subjectId: paymentId }]
  })
  await postJournals(db, used)
}

/** What a coupon or credit paid whole is paid at once; what is given on terms becomes an invoice. */
async function startCharges(
  db: Db,
  bills: readonly TermedBill[],
  paymentIds: ReadonlyMap<UserId, PaymentId>,
  market: { readonly marketId: string; readonly zone: string; readonly now: Instant },
): Promise<void> {
  const { now } = market
  const toInvoice: BillToInvoice[] = []
  const charges: TaskToDo[] = []
  for (const { customerId, how, terms, statement } of bills) {
    const paymentId = paymentIds.get(customerId)
    if (paymentId === undefined) continue
    const totalCents = statement.dueCents
    if (totalCents === 0) await releaseEarnings(db, paymentId, now)
    else if (how.how === 'invoice' && terms !== null)
      toInvoice.push({ paymentId, customerId, totalCents, netDays: how.netDays, terms })
    else charges.push(taskRow('charge_payment', { paymentId, isRetry: true }, { now, dedupeKey: paymentId }))
  }
  await enqueueAll(db, charges)
  await makeInvoices(db, market, toInvoice, now)
}
