/** Codes at the buildings of a complex: how they are written, and when passing one counts for a round. */
import type { ComplexId } from '../ids.ts'
import { type Refusal, refuse } from '../refusals.ts'
import { type Instant, instant } from '../time.ts'

/** Without I, L, O and U, which are read as other letters or are none of ours (Crockford's base 32). */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** The first part names the checkpoint, the second is our signature of it. */
export const CODE_NAME_LENGTH = 6
export const CODE_SIGN_LENGTH = 4

const READ_AS: Readonly<Record<string, string>> = { I: '1', L: '1', O: '0' }
const IN_ADDRESS = /[?&]point=([^&#]*)/

/** What was typed, or a whole link; null where it can be no code at all. */
export function readCheckpointCode(text: string): string | null {
  const written = IN_ADDRESS.exec(text)?.[1] ?? text
  const letters = [...written.toUpperCase()]
    .filter((letter) => !/[\s\-–.]/.test(letter))
    .map((letter) => READ_AS[letter] ?? letter)
  const isCode =
    letters.length === CODE_NAME_LENGTH + CODE_SIGN_LENGTH &&
    letters.every((letter) => CODE_ALPHABET.includes(letter))
  return isCode ? letters.join('') : null
}

/** `K7M2Q-9XA4T`, as it is printed. */
export function writeCheckpointCode(code: string): string {
  return `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`
}

/** The checkpoint that a code belongs to. */
export type FoundCheckpoint = {
  readonly complexId: ComplexId
  /** The code before the one of today. */
  readonly isEarlier: boolean
  /** When the code of today was made, and the earlier one ended. */
  readonly madeAt: Instant
}

export type Passing = {
  /** Null where no checkpoint has this code. */
  readonly found: FoundCheckpoint | null
  /** Whether it was us who made the code. */
  readonly isSigned: boolean
  /** The visit of whoever passes. */
  readonly visit: {
    readonly complexId: ComplexId
    readonly startedAt: Instant | null
    readonly completedAt: Instant | null
    readonly isInProgress: boolean
  }
  /** By a phone that may have been offline since. */
  readonly saidAt: Instant | null
  readonly now: Instant
}

/** A code counts during the own visit at its complex only, wherever it was photographed. */
export function decidePass({
  found,
  isSigned,
  visit,
  saidAt,
  now,
}: Passing): { readonly passedAt: Instant } | Refusal {
  const passedAt = instant(Math.min(saidAt ?? now, now))
  if (found === null) return refuse(isSigned ? 'checkpoint_old' : 'checkpoint_unknown')
  if (found.complexId !== visit.complexId) return refuse('checkpoint_elsewhere')
  if (found.isEarlier && passedAt >= found.madeAt) return refuse('checkpoint_old')
  const { startedAt, completedAt, isInProgress } = visit
  if (startedAt === null || passedAt < startedAt) return refuse('round_not_begun')
  const isOver = completedAt === null ? !isInProgress : passedAt > completedAt
  return isOver ? refuse('round_over') : { passedAt }
}
