/** What Stripe answers when it refuses, in its own words and shape. */
export type ProblemBody = {
  readonly type:
    | 'invalid_request_error'
    | 'card_error'
    | 'idempotency_error'
    | 'api_error'
    | 'rate_limit_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly payment_intent?: object
  readonly setup_intent?: object
  readonly payment_method?: object
  readonly doc_url?: string
}

export class StripeProblem extends Error {
  readonly status: number
  readonly body: ProblemBody
  constructor(status: number, body: ProblemBody) {
    super(body.message)
    this.status = status
    this.body =
      body.code === undefined
        ? body
        : { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
  }
}

export function refuse(
  message: string,
  more: { code?: string; param?: string; status?: number } = {},
): never {
  const { status = 400, ...rest } = more
  throw new StripeProblem(status, { type: 'invalid_request_error', message, ...rest })
}

export function refuseMissing(kind: string, id: string, param = 'id'): never {
  refuse(`No such ${kind}: '${id}'`, { code: 'resource_missing', param, status: 404 })
}
