/** Where somebody who found a weakness says so: `security.txt` (RFC 9116), and the page that it names. */
import type { FastifyInstance } from 'fastify'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { DAY_MS, formatInstant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { readLanguage } from './read-language.ts'
import { reportTexts } from './texts.ts'

const PAGE = '/security'
/** Whoever reads a copy that is older than that asks again (RFC 9116, 2.5.5: less than a year). */
const GOOD_FOR_MS = 180 * DAY_MS

export function serveSecurity(server: FastifyInstance, { config, ports }: App): void {
  const { origin } = config.http
  server.get('/.well-known/security.txt', (_request, reply) => {
    const today = Math.floor(ports.clock.now() / DAY_MS) * DAY_MS
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${config.supportEmail}`,
          `Expires: ${formatInstant(instant(today + GOOD_FOR_MS))}`,
          `Preferred-Languages: ${LANGUAGES.join(', ')}`,
          `Canonical: ${origin}/.well-known/security.txt`,
          `Policy: ${origin}${PAGE}`,
          '',
        ].join('\n'),
      )
  })
  server.get('/security.txt', (_request, reply) => reply.redirect('/.well-known/security.txt', 301))
  server.get(PAGE, (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'accept-language')
      .type('text/html; charset=utf-8')
      .send(pageIn(readLanguage(request), config.supportEmail)),
  )
}

function pageIn(language: Language, email: string): string {
  const { title, lead, how, please, promise } = reportTexts[language]
  const address = email.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const list = (heading: string, lines: readonly string[]) =>
    `<h2>${heading}</h2><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">`,
    `<title>${title}</title></head><body><main><h1>${title}</h1>`,
    `<p>${lead} <a href="mailto:${address}">${address}</a></p>`,
    list(how.heading, how.lines),
    list(please.heading, please.lines),
    list(promise.heading, promise.lines),
    '</main></body></html>',
  ].join('')
}
