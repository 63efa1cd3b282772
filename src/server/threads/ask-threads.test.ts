/** Threads that answer, fail, hang, eat all memory and die; scripts stand in their addresses. */
import { afterEach, expect, test } from 'vitest'
import { ThreadFailed, Threads, type ThreadsOptions } from './ask-threads.ts'

const ECHO = 'parentPort.postMessage({ answer: question })'
const ON_QUESTIONS = (act: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads'
parentPort.on('message', (question) => { ${act} })`)}`,
  )

let threads: Threads<string, unknown> | null = null
function start(act: string, options: Partial<ThreadsOptions> = {}): Threads<string, unknown> {
  threads = new Threads({ count: 1, script: ON_QUESTIONS(act), ...options })
  return threads
}
afterEach(async () => {
  await threads?.close()
})

const whyOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (error instanceof ThreadFailed ? error.why : String(error)),
  )

test('more questions than threads wait in line, and each gets its own answer', async () => {
  const asked = ['one', 'two', 'three', 'four', 'five']
  const pool = start(ECHO, { count: 2 })
  expect(await Promise.all(asked.map((question) => pool.ask(question)))).toEqual(asked)
})

test('no more threads than were asked for answer', async () => {
  const pool = start('setTimeout(() => parentPort.postMessage({ answer: threadId }), 20)', { count: 2 })
  const answers = await Promise.all(Array.from({ length: 8 }, () => pool.ask('who')))
  expect(new Set(answers).size).toBe(2)
})

test.each([
  ['hangs', 'if (question === "bad") for (;;) {}', { longestMs: 1_500 }],
  [
    'eats all memory',
    'if (question === "bad") { const all = []; for (;;) all.push(new Array(1e5).fill({})) }',
    { memory: { maxOldGenerationSizeMb: 32 } },
  ],
  ['ends', 'if (question === "bad") process.exit(0)', {}],
])('whoever %s takes its own question with it only', async (_, act, options) => {
  const pool = start(`${act}; ${ECHO}`, options)
  const asked = [pool.ask('good'), pool.ask('bad'), pool.ask('better')]
  expect(await Promise.all(asked.map(whyOf))).toEqual(['answered', 'lost', 'answered'])
})

test('what a script throws is told, and its thread goes on', async () => {
  const pool = start(
    'parentPort.postMessage(question === "bad" ? { failure: "broken" } : { answer: threadId })',
  )
  const before = await pool.ask('good')
  await expect(pool.ask('bad')).rejects.toThrow('broken')
  expect(await whyOf(pool.ask('bad'))).toBe('threw')
  expect(await pool.ask('good')).toBe(before)
})

test('what is closed asks nobody', async () => {
  const pool = start('')
  const asked = [pool.ask('one'), pool.ask('two')].map(whyOf)
  await pool.close()
  expect(await Promise.all(asked)).toEqual(['not asked', 'not asked'])
  expect(await whyOf(pool.ask('three'))).toBe('not asked')
})
