/** The books against our own tables: every check is one statement for the total and one for what differs. */
import { sql } from 'kysely'
import type { Check, Difference } from '#domain/ledger/reconcile-report.ts'
import { cents } from '#domain/money.ts'
import type { Db } from '../db/client.ts'
import { INVOICE_QUESTIONS, PAPER_QUESTIONS } from './invoice-check-queries.ts'
import { MONEY_QUESTIONS } from './money-check-queries.ts'
import { PARTNER_QUESTIONS } from './partner-check-queries.ts'
import { type Among, EVERY, type Question } from './question-queries.ts'
import { SEAL_QUESTIONS } from './seal-queries.ts'
import { PEOPLE_QUESTIONS, SUM_QUESTIONS } from './sum-check-queries.ts'
import { SALES_TAX_QUESTIONS } from './tax-check-queries.ts'
import { WORK_QUESTIONS } from './work-check-queries.ts'

export const BOOK_QUESTIONS: readonly Question[] = [
  ...WORK_QUESTIONS,
  ...MONEY_QUESTIONS,
  ...INVOICE_QUESTIONS,
  ...PARTNER_QUESTIONS,
  ...PEOPLE_QUESTIONS,
  ...SUM_QUESTIONS,
  ...SEAL_QUESTIONS,
  ...SALES_TAX_QUESTIONS,
  ...PAPER_QUESTIONS,
]

const MOST_DIFFERENCES = 100

/** In the caller's transaction, so that every check sees the same snapshot. */
export async function checkBooks(db: Db): Promise<Check[]> {
  await sql`set local statement_timeout = '120s'`.execute(db)
  const checks: Check[] = []
  for (const question of BOOK_QUESTIONS) {
    const differences = await findDifferences(db, question, EVERY)
    checks.push({ name: question.name, ...(await countCompared(db, question, EVERY)), differences })
  }
  return checks
}

export async function countCompared(db: Db, { total }: Pick<Question, 'total'>, among: Among) {
  const { rows } = await total(among).execute(db)
  return { count: rows[0]!.count, amountCents: cents(rows[0]!.amount) }
}

/** At most a hundred. */
export async function findDifferences(
  db: Db,
  { differences }: Pick<Question, 'differences'>,
  among: Among,
): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select subject, sentence, ours::bigint as ours, theirs::bigint as theirs
    from (${differences(among)}) as difference order by subject limit ${MOST_DIFFERENCES}
  `.execute(db)
  return rows
}
