/** One call to Hospitable: what it answered as JSON, or a failure that says what is to be done. */
import { fieldsIn, parseJson, textOf } from '#contract/outside.ts'
import { HospitableFailure } from './port.ts'

export type HospitableKeys = {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiBase: string
  readonly authBase: string
}

type Call = { readonly token: string } | { readonly body: Readonly<Record<string, string>> }

const TIMEOUT_MS = 8_000
/** A page of a hundred properties with everything that is said of them. */
const MOST_BYTES = 8 * 1024 * 1024

/** A call with a body asks for tokens; a refusal there is final. */
export async function ask(url: string, call: Call): Promise<unknown> {
  const answer = await send(url, call)
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
    throw new HospitableFailure('unavailable', `it answered ${answer.status}`)
  if (answer.status >= 400 && 'body' in call) throw refusalOf(answer)
  if (answer.status === 401) throw new HospitableFailure('unauthorized', 'the access token counts no longer')
  const sent = parseJson(answer.text)
  if (answer.status !== 200 || sent === undefined)
    throw new HospitableFailure(
      'contract',
      `it answered ${answer.status}, and ${answer.text.length} characters`,
    )
  return sent
}

/** Where it is we who are not known, nothing is said of the customer's token. */
function refusalOf({ status, text }: { status: number; text: string }): HospitableFailure {
  const word = textOf(fieldsIn(parseJson(text))['error']) ?? ''
  const isOurs = /^(invalid_client|unauthorized_client|unsupported_grant_type)$/.test(word)
  return new HospitableFailure(isOurs ? 'contract' : 'refused', `it answered ${status} ${word}`.slice(0, 100))
}

async function send(url: string, call: Call): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, {
      method: 'body' in call ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        ...('body' in call
          ? { 'content-type': 'application/json' }
          : { authorization: `Bearer ${call.token}` }),
      },
      // Tokens are shown to nobody to whom it might send us.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...('body' in call ? { body: JSON.stringify(call.body) } : {}),
    })
    return { status: answer.status, text: await bodyOf(answer) }
  } catch (error) {
    throw new HospitableFailure('unavailable', 'it gave no answer', { cause: error })
  }
}

async function bodyOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
