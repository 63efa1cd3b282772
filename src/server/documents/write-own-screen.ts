/**
 * The first screen of somebody who is signed in, drawn from the answers that its document brings, by the pages' own code
 * (`web/drawn/draw-own.tsx`, as the build left it). A thread of its own: it has what a browser has, and its work keeps
 * nobody waiting. Where it is late, busy or fails, the document goes without.
 */
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'

export type DrawingQuestion = {
  readonly id: number
  readonly screen: {
    readonly path: string
    readonly type: string
    readonly language: string
    readonly answers: Readonly<Record<string, unknown>>
    /** In milliseconds. */
    readonly now: number
  }
}

export type DrawingReply = { readonly id: number; readonly html: string; readonly failure?: string }

export type OwnScreens = {
  /** Brings the code before anybody waits for it. */
  warm(file: string): void
  /** `file` is what the build draws with; empty where nothing was drawn. */
  write(file: string, screen: DrawingQuestion['screen']): Promise<string>
  close(): Promise<void>
}

/** A drawing takes some 10 ms; the first of a thread waits for its code besides. */
const LONGEST_MS = 100
/** Whatever draws for so long will not end. */
const STUCK_MS = 5_000
/** So many failures with nothing drawn between them are the file's: each phone would begin a thread for nothing. */
const MOST_FAILURES = 5
const REST_MS = 5 * 60_000
const MOST_WAITING = 4
const MOST_MEMORY_MB = 192

type Thread = {
  readonly file: string
  readonly worker: Worker
  /** Those too that nobody waits for any more: a thread that is behind is given no more. */
  readonly waiting: Map<number, (html: string) => void>
}

export function openOwnScreens(log: Logger): OwnScreens {
  const rest = restAfterFailures(log)
  let thread: Thread | undefined
  let nextId = 0
  let isClosed = false

  /** A build that replaced another brings another file. */
  function threadFor(file: string): Thread {
    if (thread?.file === file) return thread
    void thread?.worker.terminate()
    const started = startThread(file, log, rest)
    started.worker.on('exit', () => {
      if (thread !== started) return
      thread = undefined
      if (!isClosed) rest.failed(file)
    })
    thread = started
    return started
  }

  return {
    warm: (file) => void (rest.isOver(file) && threadFor(file)),
    async write(file, screen) {
      if (!rest.isOver(file)) return ''
      const { worker, waiting } = threadFor(file)
      if (waiting.size >= MOST_WAITING) return ''
      const id = nextId++
      return new Promise<string>((resolve) => {
        const late = setTimeout(resolve, LONGEST_MS, '')
        const stuck = setTimeout(() => void worker.terminate(), STUCK_MS).unref()
        waiting.set(id, (html) => {
          clearTimeout(late)
          clearTimeout(stuck)
          waiting.delete(id)
          resolve(html)
        })
        worker.postMessage({ id, screen } satisfies DrawingQuestion, [])
      })
    },
    async close() {
      isClosed = true
      await thread?.worker.terminate()
    },
  }
}

type Rest = {
  failed(file: string): void
  drew(): void
  /** Another build's file is tried at once. */
  isOver(file: string): boolean
}

/** Said once each time; after it the file is tried again. */
function restAfterFailures(log: Logger): Rest {
  let failures = 0
  let resting = { file: '', until: 0 }
  return {
    failed(file) {
      failures++
      if (failures < MOST_FAILURES) return
      failures = 0
      resting = { file, until: performance.now() + REST_MS }
      log.error(
        { file, minutes: REST_MS / 60_000 },
        'first screens are not drawn for a while: all of them failed',
      )
    },
    drew: () => void (failures = 0),
    isOver: (file) => file !== resting.file || performance.now() >= resting.until,
  }
}

function startThread(file: string, log: Logger, rest: Rest): Thread {
  const waiting: Thread['waiting'] = new Map()
  const worker = new Worker(new URL('./run-drawing-thread.ts', import.meta.url), {
    workerData: { file },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  })
  worker.unref()
  worker.on('message', ({ id, html, failure }: DrawingReply) => {
    if (failure === undefined) rest.drew()
    else {
      log.warn({ failure }, 'a first screen was not drawn')
      rest.failed(file)
    }
    waiting.get(id)?.(html)
  })
  worker.on('error', (error) => log.warn({ error }, 'the thread that draws first screens ended'))
  worker.on('exit', () => {
    for (const end of waiting.values()) end('')
  })
  return { file, worker, waiting }
}
