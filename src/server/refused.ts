/** The one error that edges throw, and the one table from its code to a status. */
import type { Failure } from '#contract/endpoint.ts'
import { faultSentence, type InputFault } from '#contract/sentences.ts'
import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { refusalSentence } from '#domain/sentences.ts'
import { generalTexts } from './texts.ts'

/** What any endpoint may answer whatever it does. */
const STATUS_OF_GENERAL = {
  bad_input: 400,
  sign_in_needed: 401,
  wrong_credentials: 401,
  link_invalid: 410,
  email_taken: 409,
  password_needed: 403,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  key_reused: 409,
  too_large: 413,
  wrong_file_type: 415,
  too_many_calls: 429,
  too_many_sign_ins: 429,
  internal: 500,
  unavailable: 503,
} as const

type GeneralCode = keyof typeof STATUS_OF_GENERAL
export type ErrorCode = GeneralCode | RefusalReason

/** Refusals of rules are conflicts with the state of the world unless listed here. */
const STATUS_OF_REFUSAL: Partial<Record<RefusalReason, number>> = {
  account_frozen: 403,
  role_forbids: 403,
  every_city_needed: 403,
  invitation_over: 410,
  second_factor_needed: 403,
  second_factor_wrong: 400,
  second_factor_used: 400,
  second_factor_tries: 429,
  own_second_factor: 403,
  share_ended: 403,
  share_forbids: 403,
  share_lost: 403,
  share_owner_only: 403,
  share_own: 400,
  share_not_customer: 403,
  seeing_only: 403,
  seeing_hidden: 403,
  seeing_ended: 403,
  too_many_messages: 429,
  mailbox_asked_enough: 429,
  hospitable_of_another: 403,
  hospitable_late: 410,
  hospitable_nothing: 400,
  hospitable_code_used: 410,
  file_empty: 422,
  file_not_text: 422,
  file_not_utf8: 422,
  header_missing: 422,
  columns_too_many: 422,
  rows_too_many: 422,
  places_missing: 422,
  columns_missing: 400,
  statement_columns_missing: 400,
  address_unknown: 400,
  feed_address_invalid: 400,
  feed_not_https: 400,
  feed_is_ours: 400,
  coordinates_out_of_range: 400,
  market_not_open: 400,
  place_in_another_market: 400,
  service_not_offered: 400,
  not_allowed: 403,
  not_yours: 404,
  phone_invalid: 400,
  phone_not_texted: 400,
  code_wrong: 400,
  code_spent: 410,
  too_many_codes: 429,
  passkey_refused: 400,
  passkey_late: 410,
  passkey_elsewhere: 400,
  passkey_unknown: 401,
  passkey_unverified: 400,
  passkey_copied: 403,
  no_password: 400,
  password_too_short: 400,
  operator_password_too_short: 400,
  password_breached: 400,
  password_too_long: 400,
  password_common: 400,
  password_own_word: 400,
  password_invalid_characters: 400,
  location_invalid: 400,
  quantity_invalid: 400,
  amount_invalid: 400,
  invoice_amount: 400,
  extra_amount_invalid: 400,
  rating_invalid: 400,
  not_on_demand: 400,
  no_such_unit: 400,
  in_the_past: 400,
  photo_of_another_visit: 400,
  checkpoint_unknown: 400,
  checkpoint_elsewhere: 400,
  checkpoint_old: 410,
  window_past: 400,
  window_too_far: 400,
  window_too_short: 400,
}

type More = {
  /** What is wrong with each input. */
  readonly faults?: Readonly<Record<string, InputFault>>
  /** The same in sentences that the refuser has said already. */
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
  return isGeneral(code) ? STATUS_OF_GENERAL[code] : (STATUS_OF_REFUSAL[code] ?? 409)
}

export function failureOf({ code, more }: Refused, locale: Language): Failure {
  const error = more.sentence ?? sentenceOf(code, locale)
  const faults = Object.entries(more.faults ?? {}).map(([field, fault]) => [
    field,
    faultSentence(fault, locale),
  ])
  const fields = {
    ...more.fields,
    ...Object.fromEntries(faults),
    ...(more.at === undefined ? {} : { [more.at]: error }),
  }
  return { error, code, ...(Object.keys(fields).length === 0 ? {} : { fields }) }
}

function sentenceOf(code: ErrorCode, locale: Language): string {
  return isGeneral(code) ? generalTexts[locale][code] : refusalSentence(code, locale)
}

function isGeneral(code: ErrorCode): code is GeneralCode {
  return code in STATUS_OF_GENERAL
}

/** Throws when a rule refused; else hands its answer on. */
export function unlessRefused<T extends object>(decision: T | { readonly refused: RefusalReason }): T {
  if ('refused' in decision) throw new Refused(decision.refused)
  return decision
}
