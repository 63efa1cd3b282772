/** The routing engine off the event loop: a few threads, each with one question at a time, the others wait in line. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CandidateSet, RecommendedRoute, RecommendSettings } from '#domain/routing/recommend.types.ts'
import type { DrivingMatrix, RoutingAnswer, RoutingProblem, SearchBudget } from '#domain/routing/types.ts'

/** Without `budgetMs` the same question always gets the same answer. */
export type SolverBudget = Pick<SearchBudget, 'seed' | 'iterations'> & { readonly budgetMs?: number }

type RecommendQuestion = {
  readonly candidates: CandidateSet
  readonly matrix: DrivingMatrix
  readonly settings: RecommendSettings
  readonly budget: SolverBudget
}

export type SolverQuestion =
  | ({ readonly kind: 'recommend' } & RecommendQuestion)
  | { readonly kind: 'solve'; readonly problem: RoutingProblem; readonly budget: SolverBudget }

type SolverAnswer =
  | { readonly kind: 'recommend'; readonly routes: RecommendedRoute[] }
  | { readonly kind: 'solve'; readonly answer: RoutingAnswer }

export type SolverReply = SolverAnswer | { readonly kind: 'failure'; readonly message: string }

/**
 * Both calls take the matrix over: its arrays are empty for the caller afterwards. They reject with `SolverFailed`
 * when the engine throws, its thread dies or the solver is closed.
 */
export type RoutingSolver = {
  readonly recommend: (question: RecommendQuestion) => Promise<RecommendedRoute[]>
  readonly solve: (problem: RoutingProblem, budget: SolverBudget) => Promise<RoutingAnswer>
  /** Ends all threads; what is not answered yet is rejected. */
  readonly close: () => Promise<void>
}

export class SolverFailed extends Error {
  override readonly name = 'SolverFailed'
}

/** Threads start when first needed and do not keep the process alive while idle. */
export function createRoutingSolver({
  threads = Math.max(1, availableParallelism() - 1),
  script = new URL('./run-solver-thread.ts', import.meta.url),
} = {}): RoutingSolver {
  const pool = new ThreadPool(threads, script)
  return {
    recommend: async (question) => {
      const reply = await pool.ask({ kind: 'recommend', ...question }, question.matrix)
      if (reply.kind !== 'recommend') throw new SolverFailed('the thread answered another question')
      return reply.routes
    },
    solve: async (problem, budget) => {
      const reply = await pool.ask({ kind: 'solve', problem, budget }, problem.matrix)
      if (reply.kind !== 'solve') throw new SolverFailed('the thread answered another question')
      return reply.answer
    },
    close: () => pool.close(),
  }
}

type Waiting = {
  readonly question: SolverQuestion
  readonly transfer: ArrayBuffer[]
  readonly resolve: (answer: SolverAnswer) => void
  readonly reject: (error: Error) => void
}

class ThreadPool {
  readonly #limit: number
  readonly #script: URL
  readonly #line: Waiting[] = []
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Waiting>()
  #isClosed = false

  constructor(limit: number, script: URL) {
    this.#limit = limit
    this.#script = script
  }

  ask(question: SolverQuestion, { seconds, feet }: DrivingMatrix): Promise<SolverAnswer> {
    if (this.#isClosed) return Promise.reject(new SolverFailed('the routing solver is closed'))
    // A set, since time and distance may be one and the same array. What is shared already is not taken over.
    const transfer = [...new Set([seconds.buffer, feet.buffer])].filter(
      (buffer) => buffer instanceof ArrayBuffer,
    )
    return new Promise((resolve, reject) => {
      this.#line.push({ question, transfer, resolve, reject })
      this.#serve()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const workers = [...this.#idle, ...this.#busy.keys()]
    for (const waiting of [...this.#line.splice(0), ...this.#busy.values()])
      waiting.reject(new SolverFailed('the routing solver was closed'))
    this.#busy.clear()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  #serve(): void {
    while (this.#line.length > 0) {
      const isFull = this.#idle.length === 0 && this.#busy.size >= this.#limit
      if (isFull) return
      this.#give(this.#idle.pop() ?? this.#start(), this.#line.shift()!)
    }
  }

  #give(worker: Worker, waiting: Waiting): void {
    this.#busy.set(worker, waiting)
    worker.ref()
    try {
      worker.postMessage(waiting.question, waiting.transfer)
    } catch (error) {
      // What cannot be sent (a matrix already taken over) is the caller's mistake; the thread is as good as before.
      this.#finish(worker, () =>
        waiting.reject(new SolverFailed('the question cannot be sent', { cause: error })),
      )
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#script, { execArgv: [] })
    worker.on('message', (reply: SolverReply) => {
      const waiting = this.#busy.get(worker)
      this.#finish(worker, () => {
        if (reply.kind === 'failure') waiting?.reject(new SolverFailed(reply.message))
        else waiting?.resolve(reply)
      })
    })
    worker.on('error', (error) => this.#lose(worker, `a routing thread failed: ${String(error)}`))
    worker.on('exit', (code) => this.#lose(worker, `a routing thread ended with code ${code}`))
    return worker
  }

  #finish(worker: Worker, settle: () => void): void {
    if (!this.#busy.delete(worker)) return
    worker.unref()
    this.#idle.push(worker)
    settle()
    this.#serve()
  }

  /** A dead thread takes its question with it; the next question starts another. */
  #lose(worker: Worker, reason: string): void {
    const waiting = this.#busy.get(worker)
    this.#busy.delete(worker)
    const place = this.#idle.indexOf(worker)
    if (place >= 0) this.#idle.splice(place, 1)
    waiting?.reject(new SolverFailed(reason))
    if (!this.#isClosed) this.#serve()
  }
}
