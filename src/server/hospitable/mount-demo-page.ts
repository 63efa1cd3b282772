/** The page at which somebody allows us to read at Hospitable, in the demo only: it says that it is none of theirs. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Language, languageOf } from '#domain/language.ts'
import type { App } from '../app.ts'
import { readSession } from '../http/session.ts'
import { DEMO_HOSPITABLE_PAGE } from '../ports/hospitable/port.ts'
import { demoPageTexts } from './texts.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2a24; --page: #f5f5f5; --card: #fff; --line: #d8ddda; --go: #1d6b4a; --on: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2ef; --page: #131816; --card: #1c2320; --line: #37423d; --go: #6fd0a4; --on: #10201a } }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 26rem; margin: 10vh auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 .75rem } p { margin: 0 0 1rem }
p.demo { border: 1px dashed var(--line); border-radius: 10px; padding: .5rem .75rem; font-size: .875rem }
a { display: block; box-sizing: border-box; min-height: 48px; padding: .7rem 1rem; margin-top: .75rem; border-radius: 12px; border: 1px solid var(--line); color: inherit; text-align: center; text-decoration: none; font-weight: 600 }
a.go { background: var(--go); border-color: var(--go); color: var(--on) }
@media (max-width: 480px) { main { margin: 16px } }
`
const STYLE_MARK = createHash('sha256').update(STYLE).digest('base64')

export function mountDemoPage(server: FastifyInstance, app: App): void {
  const { demo } = app.ports.hospitable
  if (demo === null) return
  server.get(DEMO_HOSPITABLE_PAGE, async (request, reply) => {
    const { searchParams } = new URL(request.url, 'http://here')
    const session = await readSession(app, request)
    const account = `demo-${session?.scope.userId ?? 'visitor'}`
    const code = demo.giveCode(account)
    const [tag = ''] = (request.headers['accept-language'] ?? '').split(',')
    const language = session?.scope.locale ?? languageOf(tag.trim()) ?? 'en'
    const back = (answer: Readonly<Record<string, string>>) => {
      const state = searchParams.get('state')
      return `/hospitable-redirect?${new URLSearchParams({ ...answer, ...(state === null ? {} : { state }) })}`
    }
    return reply
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .header('content-security-policy', `default-src 'none'; style-src 'sha256-${STYLE_MARK}'`)
      .type('text/html; charset=utf-8')
      .send(pageIn(language, { allow: back({ code }), deny: back({ error: 'access_denied' }) }))
  })
}

function pageIn(
  language: Language,
  { allow, deny }: { readonly allow: string; readonly deny: string },
): string {
  const texts = demoPageTexts[language]
  const link = (href: string, label: string, look: string) =>
    `<a${look} href="${href.replaceAll('&', '&amp;')}">${label}</a>`
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${texts.title}</title><style>${STYLE}</style></head><body><main><h1>${texts.title}</h1>`,
    `<p class="demo">${texts.isDemo}</p><p>${texts.ask}</p>`,
    link(allow, texts.allow, ' class="go"'),
    link(deny, texts.deny, ''),
    '</main></body></html>',
  ].join('')
}
