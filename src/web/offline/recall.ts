/**
 * A session that ran out while nobody can be asked (30 days, seed §9): whoever worked here within the last days still
 * finds the day. Who signed out, or was signed out by the server, left nothing to recall (threats W6).
 */

import { fieldsIn, parseJson } from '#contract/outside.ts'
import { DAY_MS } from '#domain/time.ts'
import { rememberSession } from '#web/session/cookies.ts'
import { keptHere, markForgotten, markKept } from '#web/session/kept-mark.ts'
import { keptReplies, wipeKept } from './kept/kept-store.ts'

const RECALLED_FOR_MS = 7 * DAY_MS
const ANSWERED_WITHIN_MS = 3_000

export async function recallSession(): Promise<void> {
  if (keptHere() === 'forget') return forgetKept()
  const person = (await keptReplies()).find(({ key }) => key === 'user')
  const isRecent = person !== undefined && Date.now() - person.asOf < RECALLED_FOR_MS
  if (isRecent && !(await hasAnswer())) return rememberSession()
  markKept(false)
  await forgetKept()
}

async function forgetKept(): Promise<void> {
  await wipeKept()
  markForgotten()
}

async function hasAnswer(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    const response = await fetch('/api/config', { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
    return 'environment' in fieldsIn(parseJson(await response.text()))
  } catch {
    return false
  }
}
