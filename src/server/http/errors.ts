/** The one error that edges throw, and the one table from its code to a status. */
import type { Failure } from '#contract/endpoint.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import type { Locale } from '../users/scope.ts'

/** What any endpoint may answer whatever it does. */
const GENERAL = {
  bad_input: { status: 400, en: 'Please check what you entered.', es: 'Revisa lo que ingresaste.' },
  sign_in_needed: { status: 401, en: 'Please sign in.', es: 'Inicia sesión.' },
  password_needed: {
    status: 403,
    en: 'Please enter your password again to go on.',
    es: 'Vuelve a ingresar tu contraseña para continuar.',
  },
  forbidden: { status: 403, en: 'Your account cannot do this.', es: 'Tu cuenta no puede hacer esto.' },
  not_found: { status: 404, en: 'We could not find that.', es: 'No lo encontramos.' },
  conflict: {
    status: 409,
    en: 'This changed meanwhile. Please look again.',
    es: 'Esto cambió mientras tanto. Revísalo de nuevo.',
  },
  key_reused: {
    status: 409,
    en: 'This request was sent before with other content.',
    es: 'Esta solicitud ya se envió con otro contenido.',
  },
  too_large: { status: 413, en: 'This is too large.', es: 'Esto es demasiado grande.' },
  wrong_file_type: {
    status: 415,
    en: 'This kind of file cannot be used here.',
    es: 'Este tipo de archivo no se puede usar aquí.',
  },
  too_many_calls: {
    status: 429,
    en: 'Too many tries. Please wait a minute.',
    es: 'Demasiados intentos. Espera un minuto.',
  },
  internal: { status: 500, en: 'Something went wrong on our side.', es: 'Algo falló de nuestro lado.' },
  unavailable: {
    status: 503,
    en: 'We are not available right now. Please try again in a moment.',
    es: 'No estamos disponibles ahora. Inténtalo de nuevo en un momento.',
  },
} as const

export type GeneralCode = keyof typeof GENERAL
export type ErrorCode = GeneralCode | RefusalReason

/** Refusals of rules are conflicts with the state of the world unless listed here. */
const STATUS_OF_REFUSAL: Partial<Record<RefusalReason, number>> = {}

export class Refused extends Error {
  override name = 'Refused'
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>> | undefined
  /** A sentence of its own, where the code's is not exact enough. */
  readonly sentence: string | undefined

  constructor(code: ErrorCode, more: { fields?: Readonly<Record<string, string>>; sentence?: string } = {}) {
    super(code)
    this.code = code
    this.fields = more.fields
    this.sentence = more.sentence
  }
}

export function statusOf(code: ErrorCode): number {
  return code in GENERAL
    ? GENERAL[code as GeneralCode].status
    : (STATUS_OF_REFUSAL[code as RefusalReason] ?? 409)
}

export function failureOf(refused: Refused, locale: Locale): Failure {
  const { code, fields } = refused
  const sentence =
    refused.sentence ??
    (code in GENERAL ? GENERAL[code as GeneralCode][locale] : refusalSentence(code as RefusalReason, locale))
  return { error: sentence, code, ...(fields === undefined ? {} : { fields }) }
}

/** Throws when a rule refused; else hands its answer on. */
export function unlessRefused<T extends object>(decision: T | { readonly refused: RefusalReason }): T {
  if ('refused' in decision) throw new Refused(decision.refused as RefusalReason)
  return decision
}
