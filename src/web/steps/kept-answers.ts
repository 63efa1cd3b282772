/**
 * Answers of forms in steps, as this browser keeps them: under their owner, an account or the device of somebody who is
 * not signed in, with the version of the form and the time, after which they are gone. Never a password or a card.
 */
import { fieldsIn, parseJson } from '#contract/outside.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'

export type Owner = string
/** Of whoever is not signed in. */
export const DEVICE: Owner = 'device'

export type FormName = { readonly name: string; readonly version: number }
export type KeptAnswers = {
  readonly answers: Readonly<Record<string, unknown>>
  readonly savedAt: number
  /** Typed on this device before the sign-in. */
  readonly isOfDevice: boolean
}

const PREFIX = 'crew_steps:'
const KEPT_FOR_MS = 14 * DAY_MS
/** A shared computer forgets a stranger sooner. */
const STRANGER_KEPT_FOR_MS = 3 * DAY_MS
/** Who signs in so soon after the last answer is the one who gave it; anybody later begins anew. */
const SIGN_IN_TAKES_MS = HOUR_MS

export function storageKey({ name }: FormName, owner: Owner): string {
  return `${PREFIX}${name}:${owner}`
}

/** What its owner answered; also what the same person answered before signing in, when that is newer. */
export function findAnswers(form: FormName, owner: Owner, now: number): KeptAnswers | undefined {
  const own = readKept(form, owner, now)
  if (owner === DEVICE) return own
  const strangers = readKept(form, DEVICE, now)
  const isTheirs = strangers !== undefined && now - strangers.savedAt <= SIGN_IN_TAKES_MS
  return isTheirs && strangers.savedAt > (own?.savedAt ?? 0) ? strangers : own
}

export function keepAnswers(form: FormName, owner: Owner, answers: object, now: number): void {
  const kept = JSON.stringify({ version: form.version, savedAt: now, answers })
  inStorage((storage) => {
    storage.setItem(storageKey(form, owner), kept)
    if (owner !== DEVICE) storage.removeItem(storageKey(form, DEVICE))
  })
}

/** The form was finished or left. */
export function forgetAnswers(form: FormName, owner: Owner | null): void {
  inStorage((storage) => {
    storage.removeItem(storageKey(form, DEVICE))
    if (owner !== null) storage.removeItem(storageKey(form, owner))
  })
}

/** Somebody leaves this device: nothing that they typed stays behind. */
export function forgetAllAnswers(owner: Owner): void {
  inStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    for (const key of keys) if (key.startsWith(PREFIX) && key.endsWith(`:${owner}`)) storage.removeItem(key)
  })
}

function readKept(form: FormName, owner: Owner, now: number): KeptAnswers | undefined {
  const text = inStorage((storage) => storage.getItem(storageKey(form, owner)))
  if (!text) return undefined
  const { version, savedAt, answers } = fieldsIn(parseJson(text))
  const longestMs = owner === DEVICE ? STRANGER_KEPT_FOR_MS : KEPT_FOR_MS
  // A time that is yet to come is that of a clock that was put right since.
  const isGood =
    version === form.version && typeof savedAt === 'number' && Math.abs(now - savedAt) < longestMs
  if (isGood) return { answers: fieldsIn(answers), savedAt, isOfDevice: owner === DEVICE }
  inStorage((storage) => storage.removeItem(storageKey(form, owner)))
  return undefined
}

/** Storage can be refused (private windows, web views): the answers then last as long as the page. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage)
  } catch {
    return undefined
  }
}
