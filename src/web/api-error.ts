import type { Failure } from '#contract/endpoint.ts'
import { fieldsIn, textOf, textsIn } from '#contract/outside.ts'

/** A call that failed: `message` is the server's sentence for people (seed §8), `status` 0 means no answer at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** The answer's body as it came. */
  readonly data: unknown

  constructor(
    sentence: string,
    about: { status: number; code: string; fields: Readonly<Record<string, string>>; data: unknown },
  ) {
    super(sentence)
    this.name = 'ApiError'
    this.status = about.status
    this.code = about.code
    this.fields = { ...about.fields }
    this.data = about.data
  }
}

/** What an answer says of its failure: without a sentence where something else than our server answered. */
export function failureIn(data: unknown): Required<Omit<Failure, 'error'>> & Partial<Pick<Failure, 'error'>> {
  const { error, code, fields } = fieldsIn(data)
  return { error: textOf(error), code: textOf(code) ?? 'unknown', fields: textsIn(fields) }
}
