/** The one error that edges throw, and the one table from its code to a status. */
import type { Failure } from '#contract/endpoint.ts'
import { sentenceIn } from '#contract/sentences.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'

/** What any endpoint may answer whatever it does. */
const GENERAL = {
  bad_input: { status: 400, en: 'Please check what you entered.', es: 'Revisa lo que ingresaste.' },
  sign_in_needed: { status: 401, en: 'Please sign in.', es: 'Inicia sesión.' },
  wrong_credentials: {
    status: 401,
    en: 'E-mail address and password do not fit together.',
    es: 'El correo y la contraseña no coinciden.',
  },
  link_invalid: {
    status: 410,
    en: 'This link was used before or is too old. Please ask for a new one.',
    es: 'Este enlace ya se usó o es demasiado antiguo. Pide uno nuevo.',
  },
  email_taken: {
    status: 409,
    en: 'There is an account with this e-mail address already. Sign in instead?',
    es: 'Ya existe una cuenta con este correo. ¿Quieres iniciar sesión?',
  },
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

type GeneralCode = keyof typeof GENERAL
export type ErrorCode = GeneralCode | RefusalReason

/** Refusals of rules are conflicts with the state of the world unless listed here. */
const STATUS_OF_REFUSAL: Partial<Record<RefusalReason, number>> = {
  account_frozen: 403,
  too_many_messages: 429,
  file_empty: 422,
  file_not_text: 422,
  file_not_utf8: 422,
  header_missing: 422,
  columns_too_many: 422,
  rows_too_many: 422,
  places_missing: 422,
  columns_missing: 400,
  address_unknown: 400,
  coordinates_out_of_range: 400,
  not_allowed: 403,
  not_yours: 404,
  phone_invalid: 400,
  password_too_short: 400,
  password_too_long: 400,
  password_common: 400,
  password_own_word: 400,
  password_invalid_characters: 400,
  location_invalid: 400,
  quantity_invalid: 400,
  amount_invalid: 400,
  extra_amount_invalid: 400,
  rating_invalid: 400,
  not_on_demand: 400,
  no_such_unit: 400,
  in_the_past: 400,
  photo_of_another_visit: 400,
  window_past: 400,
  window_too_far: 400,
  window_too_short: 400,
}

type More = {
  readonly fields?: Readonly<Record<string, string>>
  /** The input that the sentence is about; it is shown under that field, too. */
  readonly at?: string
  /** A sentence of its own, where the code's is not exact enough. */
  readonly sentence?: string
}

export class Refused extends Error {
  override name = 'Refused'
  readonly code: ErrorCode
  readonly more: More

  constructor(code: ErrorCode, more: More = {}) {
    super(code)
    this.code = code
    this.more = more
  }
}

export function statusOf(code: ErrorCode): number {
  return code in GENERAL
    ? GENERAL[code as GeneralCode].status
    : (STATUS_OF_REFUSAL[code as RefusalReason] ?? 409)
}

export function failureOf({ code, more }: Refused, locale: Language): Failure {
  const error = more.sentence ?? sentenceOf(code, locale)
  const said = Object.entries(more.fields ?? {}).map(([field, sentence]) => [
    field,
    sentenceIn(locale, sentence),
  ])
  const fields = { ...Object.fromEntries(said), ...(more.at === undefined ? {} : { [more.at]: error }) }
  return { error, code, ...(Object.keys(fields).length === 0 ? {} : { fields }) }
}

function sentenceOf(code: ErrorCode, locale: Language): string {
  return code in GENERAL
    ? GENERAL[code as GeneralCode][locale]
    : refusalSentence(code as RefusalReason, locale)
}

/** Throws when a rule refused; else hands its answer on. */
export function unlessRefused<T extends object>(decision: T | { readonly refused: RefusalReason }): T {
  if ('refused' in decision) throw new Refused(decision.refused)
  return decision
}
