/** The books against our own tables: every check is one statement for the total and one for what differs. */
import { sql } from 'kysely'
import type { Check } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { INVOICE_QUESTIONS } from './invoice-check-queries.ts'
import { MONEY_QUESTIONS } from './money-check-queries.ts'
import { partnerLines } from './partner-check-queries.ts'
import { salesTax } from './tax-check-queries.ts'
import { WORK_QUESTIONS } from './work-check-queries.ts'

/** In the caller's transaction, so that every check sees the same snapshot. */
export async function checkBooks(db: Db): Promise<Check[]> {
  await sql`set local statement_timeout = '120s'`.execute(db)
  const checks: Check[] = []
  for (const question of [
    ...WORK_QUESTIONS,
    ...MONEY_QUESTIONS,
    ...INVOICE_QUESTIONS,
    partnerLines,
    salesTax,
  ]) {
    const { rows: totals } = await question.total.execute(db)
    const { rows: differences } = await sql<{ subject: string; sentence: string }>`
      select subject, sentence from (${question.differences}) as difference limit 100
    `.execute(db)
    const { count, amount } = totals[0]!
    checks.push({ name: question.name, count, amountCents: cents(amount), differences })
  }
  return checks
}
