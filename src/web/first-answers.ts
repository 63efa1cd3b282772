/**
 * What the server answered with the document (`contract/first-reads.ts`), by the call that would ask for it: each is
 * given once, while it is seconds old, and none once something was changed.
 */
import { fieldsIn, parseJson } from '#contract/outside.ts'

const FRESH_MS = 15_000

let answers: Map<string, unknown> | undefined
let since = 0
const given = new Set<string>()

/** Undefined where it has to be asked. */
export function takeFirstAnswer(call: string): unknown {
  answers ??= readAnswers()
  const answer = answers.get(call)
  answers.delete(call)
  // Counted from when the document was asked for.
  if (answer === undefined || performance.now() - since > FRESH_MS) return undefined
  given.add(call)
  return answer
}

/** What is shown was never asked for by this page itself. */
export function cameWithDocument(call: string): boolean {
  return given.delete(call)
}

/** Where there is no document. */
export function giveFirstAnswers(brought: Readonly<Record<string, unknown>>): void {
  answers = new Map(Object.entries(brought))
  since = performance.now()
  // Whoever draws many first screens remembers nothing of the one before.
  given.clear()
}

export function dropFirstAnswers(): void {
  answers = new Map()
}

function readAnswers(): Map<string, unknown> {
  const block = document.getElementById('first-answers')
  block?.remove()
  return new Map(Object.entries(fieldsIn(parseJson(block?.textContent ?? ''))))
}
