/** Long work off the event loop: a few threads of one script, each with one question at a time, the others wait in line. */
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** What a script posts for each question. */
export type ThreadReply<Answer> = { readonly answer: Answer } | { readonly failure: string }

/** `threw`: the script did; `lost`: its thread died or took too long; `not asked`: it never came to the question. */
type Why = 'threw' | 'lost' | 'not asked'

export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed'
  readonly why: Why

  constructor(why: Why, message: string, options?: ErrorOptions) {
    super(message, options)
    this.why = why
  }
}

export type ThreadsOptions = {
  readonly count: number
  readonly script: URL
  /** Whoever takes longer loses its thread; without it a script has to end by itself. */
  readonly longestMs?: number
  readonly memory?: ResourceLimits
}

type Waiting<Question, Answer> = {
  readonly question: Question
  readonly transfer: readonly ArrayBuffer[]
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  timer?: NodeJS.Timeout
}

/** Threads start when first needed and do not keep the process alive while idle. */
export class Threads<Question, Answer> {
  readonly #options: ThreadsOptions
  readonly #line: Waiting<Question, Answer>[] = []
  readonly #idle: Worker[] = []
  readonly #busy = new Map<Worker, Waiting<Question, Answer>>()
  #isClosed = false

  constructor(options: ThreadsOptions) {
    this.#options = options
  }

  /** What is transferred is empty for the caller afterwards. Rejects with `ThreadFailed`. */
  ask(question: Question, transfer: readonly ArrayBuffer[] = []): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new ThreadFailed('not asked', 'the threads are closed'))
    return new Promise((resolve, reject) => {
      this.#line.push({ question, transfer, resolve, reject })
      this.#serve()
    })
  }

  /** Ends all threads; what is not answered yet is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    const workers = [...this.#idle, ...this.#busy.keys()]
    for (const waiting of [...this.#line.splice(0), ...this.#busy.values()]) {
      clearTimeout(waiting.timer)
      waiting.reject(new ThreadFailed('not asked', 'the threads were closed'))
    }
    this.#busy.clear()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }

  #serve(): void {
    while (this.#line.length > 0) {
      const isFull = this.#idle.length === 0 && this.#busy.size >= this.#options.count
      if (isFull) return
      this.#give(this.#idle.pop() ?? this.#start(), this.#line.shift()!)
    }
  }

  #give(worker: Worker, waiting: Waiting<Question, Answer>): void {
    const { longestMs } = this.#options
    this.#busy.set(worker, waiting)
    worker.ref()
    if (longestMs !== undefined)
      waiting.timer = setTimeout(() => {
        this.#lose(worker, `a thread took longer than ${longestMs} ms`)
        void worker.terminate()
      }, longestMs)
    try {
      worker.postMessage(waiting.question, waiting.transfer)
    } catch (error) {
      // What cannot be sent (a buffer already taken over) is the caller's mistake; the thread is as good as before.
      this.#finish(worker, () =>
        waiting.reject(new ThreadFailed('not asked', 'the question cannot be sent', { cause: error })),
      )
    }
  }

  #start(): Worker {
    const { script, memory } = this.#options
    const worker = new Worker(script, {
      execArgv: [],
      ...(memory === undefined ? {} : { resourceLimits: memory }),
    })
    worker.on('message', (reply: ThreadReply<Answer>) => {
      const waiting = this.#busy.get(worker)
      this.#finish(worker, () => {
        if ('failure' in reply) waiting?.reject(new ThreadFailed('threw', reply.failure))
        else waiting?.resolve(reply.answer)
      })
    })
    worker.on('error', (error) => this.#lose(worker, `a thread failed: ${String(error)}`))
    worker.on('exit', (code) => this.#lose(worker, `a thread ended with code ${code}`))
    return worker
  }

  #finish(worker: Worker, settle: () => void): void {
    clearTimeout(this.#busy.get(worker)?.timer)
    if (!this.#busy.delete(worker)) return
    worker.unref()
    this.#idle.push(worker)
    settle()
    this.#serve()
  }

  /** A dead thread takes its question with it; the next question starts another. */
  #lose(worker: Worker, reason: string): void {
    const waiting = this.#busy.get(worker)
    clearTimeout(waiting?.timer)
    this.#busy.delete(worker)
    const place = this.#idle.indexOf(worker)
    if (place >= 0) this.#idle.splice(place, 1)
    waiting?.reject(new ThreadFailed('lost', reason))
    if (!this.#isClosed) this.#serve()
  }
}
