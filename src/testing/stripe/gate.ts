/** Who asks, and whether the question is put as Stripe wants it: key, version, form, account, idempotency key. */
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Stripe } from 'stripe'
import type { Call } from './call.ts'
import { ENDPOINTS, type EndpointName } from './endpoint-names.ts'
import { type FormObject, readForm, readMultipart } from './form.ts'
import { refuse, StripeProblem } from './problems.ts'
import type { Owner, World } from './world.ts'

export type Keys = { readonly secretKey: string; readonly publishableKey: string }
export type Question = {
  readonly endpoint: EndpointName
  readonly form: FormObject
  readonly call: Call
  readonly idempotencyKey: string | undefined
  /** The same for the same question only. */
  readonly print: string
}
/** What a page may ask for with the publishable key, if it knows the secret of the intent. */
const FROM_BROWSER =
  /^(POST \/v1\/payment_methods|(GET|POST) \/v1\/(payment|setup)_intents\/:id(\/confirm)?)$/
const DAY_MS = 86_400_000

const routes = ENDPOINTS.map((endpoint) => {
  const [verb, path] = endpoint.split(' ')
  return { endpoint, verb, pattern: new RegExp(`^${path!.replaceAll(':id', '([^/]+)')}$`) }
})

export function readQuestion(world: World, keys: Keys, request: IncomingMessage, body: Buffer): Question {
  const url = new URL(request.url ?? '/', 'http://double')
  const key = keyOf(request)
  const isFromBrowser = key !== '' && key === keys.publishableKey
  if (!isFromBrowser) checkKey(key, keys)
  checkVersion(request, isFromBrowser)
  const { endpoint, ids } = findEndpoint(request.method ?? 'GET', url.pathname)
  const form = { ...readForm(url.search.slice(1)), ...readBody(request, body) }
  if (isFromBrowser) checkClientSecret(world, endpoint, ids, form)
  const idempotencyKey = header(request, 'idempotency-key')
  if (idempotencyKey !== undefined && idempotencyKey.length > 255)
    refuse('Idempotency keys may be up to 255 characters long.', { param: 'Idempotency-Key' })
  const owner = ownerOf(world, header(request, 'stripe-account'), keys)
  return {
    endpoint,
    form,
    call: { world, owner, ids, isFromBrowser, origin: `http://${request.headers.host ?? 'localhost'}` },
    idempotencyKey: request.method === 'POST' ? idempotencyKey : undefined,
    print: createHash('sha256')
      .update(JSON.stringify([request.method, url.pathname, form]))
      .digest('hex'),
  }
}

type Kept = { readonly status: number; readonly body: string }

/** The answer that this key got, if it was for the same question and less than a day ago. */
export function findReply(world: World, { call, idempotencyKey, print }: Question): Kept | undefined {
  if (idempotencyKey === undefined) return undefined
  world.run('delete from reply where at_ms <= ?', world.nowMs() - DAY_MS)
  const [row] = world.rows(
    'select * from reply where owner = ? and key = ?',
    call.owner ?? '',
    idempotencyKey,
  )
  if (row === undefined) return undefined
  if (row['asked'] !== print)
    throw new StripeProblem(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
    })
  return { status: Number(row['status']), body: String(row['body']) }
}

export function keepReply(world: World, { call, idempotencyKey, print }: Question, kept: Kept): void {
  if (idempotencyKey === undefined) return
  world.run(
    'insert or replace into reply values (?, ?, ?, ?, ?, ?)',
    call.owner ?? '',
    idempotencyKey,
    print,
    world.nowMs(),
    kept.status,
    kept.body,
  )
}

function keyOf(request: IncomingMessage): string {
  const [, scheme = '', value = ''] = /^(\w+) (.+)$/.exec(header(request, 'authorization') ?? '') ?? []
  return scheme === 'Basic' ? Buffer.from(value, 'base64').toString().split(':')[0]! : value
}

function checkKey(key: string, keys: Keys): void {
  if (key === '')
    refuse(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    )
  if (key !== keys.secretKey)
    refuse(`Invalid API Key provided: ${key.slice(0, 8)}********${key.slice(-4)}`, { status: 401 })
}

/** The real API takes every version there ever was: here a call without the one that is pinned is a mistake. */
function checkVersion(request: IncomingMessage, isFromBrowser: boolean): void {
  const version = header(request, 'stripe-version')
  if (version === Stripe.API_VERSION || (version === undefined && isFromBrowser)) return
  refuse(
    version === undefined
      ? `Missing Stripe-Version: pin ${Stripe.API_VERSION}.`
      : `Invalid Stripe API version: ${version}. You do not have permission to use this version. Please use ${Stripe.API_VERSION}.`,
  )
}

function findEndpoint(verb: string, path: string): { endpoint: EndpointName; ids: string[] } {
  for (const route of routes) {
    const match = route.verb === verb ? route.pattern.exec(path) : null
    if (match !== null) return { endpoint: route.endpoint, ids: match.slice(1).map(decodeURIComponent) }
  }
  return refuse(
    `Unrecognized request URL (${verb}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    { status: 404 },
  )
}

function readBody(request: IncomingMessage, body: Buffer): FormObject {
  const type = header(request, 'content-type') ?? ''
  if (body.length === 0) return {}
  if (type.startsWith('multipart/form-data')) return readMultipart(body, type)
  if (type.startsWith('application/x-www-form-urlencoded')) return readForm(body.toString('utf8'))
  return refuse(
    `Invalid request (check that your POST content type is application/x-www-form-urlencoded). You sent ${type || 'none'}.`,
  )
}

/** Taken out of the form: the tables know what servers send. */
function checkClientSecret(world: World, endpoint: EndpointName, ids: string[], form: FormObject): void {
  if (!FROM_BROWSER.test(endpoint))
    refuse('This API call cannot be made with a publishable API key. Please use a secret API key.', {
      code: 'secret_key_required',
      status: 403,
    })
  const { client_secret: secret } = form
  delete form['client_secret']
  const [id] = ids
  if (id === undefined) return
  const intent = world.find(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id)
  if (intent === undefined || intent.client_secret !== secret)
    refuse(`No such ${id.startsWith('seti_') ? 'setupintent' : 'payment_intent'}: '${id}'`, {
      code: 'resource_missing',
      param: 'client_secret',
      status: 404,
    })
}

function ownerOf(world: World, account: string | undefined, { secretKey }: Keys): Owner {
  if (account === undefined) return null
  if (world.find('account', account) === undefined || world.note(account, 'is_deauthorized') === true)
    refuse(
      `The provided key '${secretKey.slice(0, 8)}***' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
      { code: 'account_invalid', status: 403 },
    )
  return account
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
