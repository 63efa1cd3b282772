/**
 * One slice of a run: some rows compared, or some lines of the provider's read. What it found, what it counted and where
 * the run stands now are saved in one transaction with the task of the next slice, so a process may die at any moment;
 * whoever takes the slice over does it again from its start. Its cost does not grow with the books.
 */
import type { ReconcileRunId } from '#domain/ids.ts'
import { instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { BOOK_QUESTIONS, countCompared, findDifferences } from '../ledger/check-queries.ts'
import { EVERY, type Question } from '../ledger/question-queries.ts'
import { checkHeldHere, listHeldThere } from './check-holds.ts'
import { markGone, type Seen } from './difference-queries.ts'
import { providerQuestions } from './provider-question-queries.ts'
import { findBalance, readMovementsSlice } from './read-provider.ts'
import { recordFound } from './record-found.ts'
import { findRun, finishRun, lockRun, type Run, saveProgress } from './run-queries.ts'
import { enqueueSlice } from './start-run.ts'
import {
  amongIds,
  listEverySubject,
  listFreshSubjects,
  marketsOf,
  ROW_KINDS,
  type RowKind,
} from './subject-queries.ts'

const ROWS_AT_ONCE = 500

/** Where a slice leaves its part: the mark of the next, or its end. */
type Left = { readonly after: string } | 'done'
/** What was found outside, and how it is saved. */
type Work = (trx: Db, run: Run) => Promise<Left>

type Part = {
  readonly name: string
  /** Checks whose differences it would have seen. */
  readonly checks: readonly string[]
  readonly isCompleteOnly?: boolean
  /** Asks the provider, outside of any transaction, and answers what is to be saved. */
  readonly prepare: (app: App, run: Run) => Promise<Work>
}

export async function runSlice(app: App, runId: ReconcileRunId, slice: number): Promise<void> {
  const run = await findRun(app.db, runId)
  if (run === undefined || run.state === 'finished' || run.slices !== slice) return
  const part = PARTS[run.part]
  const work = part === undefined || isSkipped(part, run) ? null : await part.prepare(app, run)
  await inTransaction(
    app.db,
    async (trx) => {
      const locked = await lockRun(trx, runId, slice)
      if (locked === undefined) return
      const left = work === null ? 'done' : await work(trx, locked)
      await goOn(app, trx, locked, left)
    },
    { isolation: 'repeatable read', isStep: false },
  )
}

async function goOn(app: App, trx: Db, run: Run, left: Left): Promise<void> {
  const now = app.ports.clock.now()
  if (left !== 'done') await saveProgress(trx, run, { part: run.part, after: left.after })
  else if (run.part + 1 < PARTS.length) await saveProgress(trx, run, { part: run.part + 1, after: null })
  else {
    const checks = PARTS.filter((part) => !isSkipped(part, run)).flatMap((part) => part.checks)
    await markGone(trx, { runId: run.id, checks, now })
    return finishRun(trx, run, now)
  }
  await enqueueSlice(trx, run.id, run.slices + 1, now)
}

function isSkipped(part: Part, run: Run): boolean {
  return part.isCompleteOnly === true && run.kind !== 'complete'
}

/** Every question of one kind of row, asked of the same rows. */
function partOf(kind: RowKind): Part {
  const questionsOf = (run: Pick<Run, 'started_at'>) =>
    [...BOOK_QUESTIONS, ...providerQuestions(run.started_at)].filter(({ of }) => of === kind)
  return {
    name: kind,
    checks: questionsOf({ started_at: NEVER }).map(({ name }) => name),
    prepare: async () => async (trx, run) => {
      const page = { kind, after: run.after, limit: ROWS_AT_ONCE }
      const ids =
        run.kind === 'complete'
          ? await listEverySubject(trx, page)
          : await listFreshSubjects(trx, run.id, page)
      if (ids.length > 0)
        for (const question of questionsOf(run)) await ask(trx, run, question, { kind, ids })
      return ids.length < ROWS_AT_ONCE ? 'done' : { after: ids.at(-1)! }
    },
  }
}

async function ask(
  trx: Db,
  run: Run,
  question: Question,
  { kind, ids }: { kind: RowKind; ids: readonly string[] },
): Promise<void> {
  const markets = await marketsOf(trx, kind, ids)
  const found = await findDifferences(trx, question, amongIds(kind, ids))
  const seen: Seen[] = found.map((each) => ({
    ...each,
    kind,
    marketId: markets.get(each.subject) ?? null,
  }))
  const counts = []
  for (const [marketId, rows] of Map.groupBy(ids, (id) => markets.get(id) ?? null))
    counts.push({ marketId, ...(await countCompared(trx, question, amongIds(kind, rows))) })
  await recordFound(trx, run, { check: question.name, counts, seen })
}

const SUM_QUESTIONS = BOOK_QUESTIONS.filter(({ of }) => of === 'sums')

/** One sum a slice: each is one statement, and grows with the books; so only the complete run asks. */
const sums: Part = {
  name: 'sums',
  checks: SUM_QUESTIONS.map(({ name }) => name),
  isCompleteOnly: true,
  prepare: async () => async (trx, run) => {
    const number = run.after === null ? 0 : Number(run.after) + 1
    const question = SUM_QUESTIONS[number]!
    const found = await findDifferences(trx, question, EVERY)
    await recordFound(trx, run, {
      check: question.name,
      counts: [{ marketId: null, ...(await countCompared(trx, question, EVERY)) }],
      seen: found.map((each) => ({ ...each, kind: 'sums', marketId: null })),
    })
    return number + 1 < SUM_QUESTIONS.length ? { after: String(number) } : 'done'
  },
}

const NEVER = instant(0)

const PARTS: readonly Part[] = [
  { name: 'read the provider', checks: [], prepare: readMovementsSlice },
  ...ROW_KINDS.map(partOf),
  { name: 'holds there', checks: ['holds at the provider'], prepare: listHeldThere },
  { name: 'holds here', checks: [], prepare: checkHeldHere },
  { name: 'balance', checks: ['balance at the provider'], prepare: findBalance },
  sums,
]
