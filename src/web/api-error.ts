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
