/** What every answer tells the browser about what a page of ours may do (threats W1). */
import { createHash } from 'node:crypto'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { App } from '../app.ts'

/** The advertising pixel's own hosts (seed §1). */
const PIXEL_SCRIPT_HOST = 'https://connect.facebook.net'
const PIXEL_PICTURE_HOST = 'https://www.facebook.com'
/** What Stripe documents for its script, its calls, and its frames with the card fields and the banks' questions. */
const STRIPE_HOSTS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  calls: ['https://api.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
}
const NO_HOSTS = { scripts: [], calls: [], frames: [] }
const YEAR_SECONDS = 31_536_000

export async function sendSecurityHeaders(server: FastifyInstance, app: App): Promise<void> {
  const policies = { tracked: contentPolicy(app, true), untracked: contentPolicy(app, false) }
  await server.register(helmet, {
    contentSecurityPolicy: false,
    hsts: app.config.http.isSecure ? { maxAge: YEAR_SECONDS, includeSubDomains: true } : false,
    // Not even our own pages are told the whole address of the page before: it may hold a token (threats T6).
    referrerPolicy: { policy: 'strict-origin' },
    crossOriginEmbedderPolicy: false,
    // The native web view is no frame, so nobody needs to frame us.
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onRequest', async (request, reply) => {
    const policy = asksNotToBeTracked(request.headers) ? policies.untracked : policies.tracked
    reply.header('content-security-policy', policy)
    reply.header('permissions-policy', PERMISSIONS)
  })
}

/** One script of ours that stands in the document itself, and nothing else that does. */
export function allowScript(reply: FastifyReply, script: string): void {
  const mark = `'sha256-${createHash('sha256').update(script).digest('base64')}'`
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src 'self' ${mark}`))
}

/** Do Not Track and Global Privacy Control. */
export function asksNotToBeTracked(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1'
}

/** Crews show where they are and take photos; nothing else of a device is ever asked for. */
const PERMISSIONS = [
  'geolocation=(self)',
  'camera=(self)',
  ...['microphone', 'usb', 'serial', 'midi', 'hid', 'display-capture'].map(none),
  ...['accelerometer', 'gyroscope', 'magnetometer', 'browsing-topics'].map(none),
].join(', ')

function none(feature: string): string {
  return `${feature}=()`
}

function contentPolicy({ config }: App, mayTrack: boolean): string {
  const hasPixel = mayTrack && config.pixelId !== null
  const cards = cardHosts(config)
  const pixelScripts = hasPixel ? [PIXEL_SCRIPT_HOST] : []
  const pixelPictures = hasPixel ? [PIXEL_PICTURE_HOST] : []
  const maps = mapHosts(config)
  const pictures = config.imageBaseUrl === null ? [] : [new URL(config.imageBaseUrl).origin]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    'script-src': ["'self'", ...pixelScripts, ...cards.scripts],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...pictures, ...maps, ...pixelPictures],
    'connect-src': ["'self'", ...maps, ...pixelPictures, ...cards.calls],
    'frame-src': cards.frames.length > 0 ? cards.frames : ["'none'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    ...(config.http.isSecure ? { 'upgrade-insecure-requests': [] } : {}),
    'report-uri': ['/api/report-violation'],
  }
  return Object.entries(directives)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

/** Of a style, of tiles at an address, and whoever else the style names (its fonts, its pictures). */
function mapHosts({ map: { styleUrl, tiles, hosts } }: App['config']): readonly string[] {
  const addresses = [styleUrl, tiles?.file === null ? tiles.url : null]
  const own = addresses.flatMap((address) => (address === null ? [] : new URL(address).origin))
  return [...new Set([...own, ...hosts])]
}

/** Only where Stripe takes the cards; a double of it is its own host for everything. */
function cardHosts({
  stripe,
}: App['config']): Readonly<Record<keyof typeof STRIPE_HOSTS, readonly string[]>> {
  if (stripe === null) return NO_HOSTS
  if (stripe.apiBase === null) return STRIPE_HOSTS
  const host = [new URL(stripe.apiBase).origin]
  return { scripts: host, calls: host, frames: host }
}
