/** Pages and scripts for browsers: where a bank asks the owner of a card, and the double of Stripe.js. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { completeOnboarding } from './account-standing.ts'
import { finishAuthentication } from './authentication.ts'
import type { Keys } from './gate.ts'
import { refuseMissing, StripeProblem } from './problems.ts'
import type { World } from './world.ts'

type Page = {
  readonly world: World
  readonly keys: Keys
  readonly url: URL
  readonly form: URLSearchParams
  readonly ids: readonly string[]
}
type Shown = {
  readonly status?: number
  readonly type?: string
  readonly body?: string
  readonly location?: string
}

const PAGES: readonly (readonly [string, RegExp, (page: Page) => Shown])[] = [
  ['GET', /^\/double\/authenticate\/(\w+)$/, showAuthentication],
  ['POST', /^\/double\/authenticate\/(\w+)$/, endAuthentication],
  ['GET', /^\/(v3|\w+\/stripe\.js)\/?$/, () => file('stripe.js', 'text/javascript')],
  ['GET', /^\/double\/element$/, () => file('element.html', 'text/html')],
  ['GET', /^\/double\/element\.js$/, () => file('element.js', 'text/javascript')],
  ['GET', /^\/double\/onboard\/(\w+)$/, showOnboarding],
  ['POST', /^\/double\/onboard\/(\w+)$/, endOnboarding],
]

export function answerPage(
  world: World,
  keys: Keys,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
  const form = new URLSearchParams(body.toString('utf8'))
  for (const [verb, pattern, show] of PAGES) {
    const match = verb === request.method ? pattern.exec(url.pathname) : null
    if (match === null) continue
    return send(
      response,
      tryToShow(() => show({ world, keys, url, form, ids: match.slice(1) })),
    )
  }
  send(response, { status: 404, type: 'text/plain', body: 'not found' })
}

function tryToShow(show: () => Shown): Shown {
  try {
    return show()
  } catch (error) {
    if (!(error instanceof StripeProblem)) throw error
    return { status: error.status, body: document('Not found', `<p>${error.message}</p>`) }
  }
}

function send(
  response: ServerResponse,
  { status = 200, type = 'text/html', body = '', location }: Shown,
): void {
  if (location !== undefined) response.setHeader('location', location)
  response.setHeader('access-control-allow-origin', '*')
  response.writeHead(location === undefined ? status : 303, { 'content-type': `${type}; charset=utf-8` })
  response.end(body)
}

function file(name: string, type: string): Shown {
  return { type, body: readFileSync(join(import.meta.dirname, 'browser', name), 'utf8') }
}

function showAuthentication({ url }: Page): Shown {
  const action = `${url.pathname}${url.search}`
  return {
    body: document(
      '3D Secure 2 test page',
      `<form method="post" action="${escape(action)}"><button name="result" value="complete">Complete</button>
       <button name="result" value="fail">Fail</button></form>`,
    ),
  }
}

/** Back to where the payer came from, with what the real page adds; inside of a dialog its opener is notified. */
function endAuthentication({ world, url, form, ids }: Page): Shown {
  const intent = finishAuthentication(
    world,
    ids[0]!,
    url.searchParams.get('client_secret') ?? '',
    form.get('result') === 'complete',
  )
  if (intent.returnUrl === null)
    return { body: document('Done', `<script>parent.postMessage('double-authenticated', '*')</script>`) }
  const back = new URL(intent.returnUrl)
  back.searchParams.set(intent.kind, intent.id)
  back.searchParams.set(`${intent.kind}_client_secret`, intent.clientSecret)
  back.searchParams.set('redirect_status', intent.isApproved ? 'succeeded' : 'failed')
  return { location: back.href }
}

/** Opens once and for five minutes; else a new link has to be asked for. */
function showOnboarding({ world, ids, url }: Page): Shown {
  const link = linkOf(world, ids[0]!)
  const isGone = link.expires < world.nowSeconds() || world.note('account_link_used', ids[0]!) === true
  if (isGone) return { location: link.refreshUrl }
  world.setNote('account_link_used', ids[0]!, true)
  return {
    body: document(
      'Get paid by Crew',
      `<form method="post" action="${escape(url.pathname)}"><label>Legal name <input name="name"></label>
       <label>Account number <input name="account_number" value="000123456789"></label>
       <button name="result" value="complete">Agree and submit</button>
       <button name="result" value="leave">Save for later</button></form>`,
    ),
  }
}

/** Who leaves comes back to the same page as who is done. */
function endOnboarding({ world, ids, form }: Page): Shown {
  const link = linkOf(world, ids[0]!)
  if (form.get('result') === 'complete')
    world.inTransaction(() =>
      completeOnboarding(world, link.account, {
        name: form.get('name') || 'Jenny Rosen',
        accountNumber: form.get('account_number') || '000123456789',
      }),
    )
  return { location: link.returnUrl }
}

type Link = { account: string; expires: number; returnUrl: string; refreshUrl: string }

function linkOf(world: World, id: string): Link {
  const link = world.note('account_link', id)
  return isLink(link) ? link : refuseMissing('account_link', id)
}

function isLink(value: unknown): value is Link {
  return typeof value === 'object' && value !== null && 'returnUrl' in value
}

function document(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title><body><h1>${escape(title)}</h1>${content}</body></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
