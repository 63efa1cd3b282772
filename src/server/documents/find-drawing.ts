/** Whether a document comes with the page that the build drew: only where the script will show just that. */
import type { FastifyRequest } from 'fastify'
import { DRAWN_PAGES, type DrawnPage } from '#contract/drawn-pages.ts'
import { fieldsIn } from '#contract/outside.ts'
import type { PagePath } from '#contract/pages.ts'
import { keysOf } from '#domain/keys.ts'
import type { Config } from '../config.ts'
import { isDeviceKnown } from '../http/device.ts'
import { saysSignedIn } from '../http/session.ts'

/** Set by the native app, whose web view offers no passkeys. */
const MOBILE_COOKIE = 'isMobile'
/** With these in its address a page begins elsewhere. */
const LEADS_ELSEWHERE: Readonly<Record<DrawnPage, readonly string[]>> = {
  '/get-started': [],
  '/login': ['by'],
  '/ondemand': ['order', 'step'],
}

export function findDrawing(
  config: Config,
  request: FastifyRequest,
  page: PagePath | null,
): DrawnPage | null {
  const drawn = keysOf(DRAWN_PAGES).find((each) => each === page)
  if (drawn === undefined || saysSignedIn(config, request)) return null
  const asked = fieldsIn(request.query)
  if (LEADS_ELSEWHERE[drawn].some((name) => name in asked)) return null
  // Who was here before is welcomed back, by the way that was used last; only that device knows which.
  const isWelcomedBack = isDeviceKnown(config, request) || request.cookies[MOBILE_COOKIE] !== undefined
  return drawn === '/login' && isWelcomedBack ? null : drawn
}

/** Which of the two frames a browser will draw depends on its width, which only a phone tells beforehand. */
export function isPhone(request: FastifyRequest): boolean {
  const said = request.headers['sec-ch-ua-mobile']
  return said === undefined ? /Mobi/.test(request.headers['user-agent'] ?? '') : said === '?1'
}
