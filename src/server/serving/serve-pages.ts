/** Serves the built pages: assets for ever, the shell with the right status for every path, build marks never cached. */
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFirstPage } from '#contract/first-reads.ts'
import { withoutSecrets } from '#contract/hospitable-answer.ts'
import { parseJson } from '#contract/outside.ts'
import { pageAt } from '#contract/pages.ts'
import type { App } from '../app.ts'
import { findDrawing, isPhone } from '../documents/find-drawing.ts'
import { type FirstAnswers, readFirstAnswers } from '../documents/read-first-answers.ts'
import { sendDocument } from '../documents/send-document.ts'
import { type DrawOwn, FOUND_PAGES, findOwnDrawing, writeDocument } from '../documents/write-document.ts'
import { openOwnScreens } from '../documents/write-own-screen.ts'
import { ANSWER_COOKIE_MINUTES, answerCookieName, sealAnswer } from '../hospitable/store-answer.ts'
import { allowScript } from '../http/security-headers.ts'
import { readSession } from '../http/session.ts'
import { readLanguage } from './read-language.ts'
import { serveRobots } from './serve-robots.ts'

const NO_ANSWERS: FirstAnswers = new Map()

/** `buildsDirectory` has parts of other builds besides. */
export async function mountPages(
  server: FastifyInstance,
  app: App,
  { directory, buildsDirectory }: { directory: string; buildsDirectory: string | null },
): Promise<void> {
  await server.register(fastifyStatic, {
    root: buildsDirectory === null ? directory : [directory, buildsDirectory],
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    // Hidden files, folders, and what documents are made of: the question goes on to the pages, who know none of them.
    dotfiles: 'allow',
    allowedPath: (pathname) => !/^\/drawn\/|\/\.|\/$/.test(pathname),
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheRuleOf(path))
      // The script lies at the root already; saying so keeps it allowed wherever a proxy moves it.
      if (path.endsWith('/sw.js')) void reply.header('service-worker-allowed', '/')
    },
  })
  serveRobots(server, app)
  const drawOwn = drawsOwn(server, app, directory)
  // The shell is read anew each time: a build that replaces the files under a running server is served at once.
  server.setNotFoundHandler(async (request, reply) => {
    const pathname = decodedPath(request.url)
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|assets|builds|images|splash)(\/|$)/.test(pathname) &&
      !/\.[a-z0-9]+$/i.test(pathname)
    reply.header('cache-control', isPage ? 'no-cache' : 'no-store')
    if (!isPage)
      return reply
        .status(404)
        .type('application/json; charset=utf-8')
        .send({ error: `Page not found: ${request.url}`, code: 'not_found' })
    const clean = withoutSecrets(pathname, searchOf(request.url))
    if (clean !== null) {
      keepAnswer(app, request, reply)
      // Before a browser remembers it.
      return reply.header('cache-control', 'no-store').redirect(pathname + clean, 303)
    }
    const page = pageAt(pathname)
    if (!FOUND_PAGES.some((found) => found === page)) reply.header('x-robots-tag', 'noindex')
    const answers =
      request.method === 'GET' && isFirstPage(page)
        ? await readFirstAnswers(server, app, request, page)
        : NO_ANSWERS
    // Somebody's own: no cache of anybody's keeps it.
    if (answers.size > 0) reply.header('cache-control', 'no-store')
    reply.status(await statusOfPage(app, request, pathname))
    const { html, script } = await writeDocument(app, directory, {
      page,
      language: readLanguage(request),
      drawn: findDrawing(app.config, request, page),
      answers,
      drawOwn: isPhone(request) ? drawOwn : null,
    })
    if (script !== null) allowScript(reply, script)
    return sendDocument(request, reply, html)
  })
}

/** Its thread is there before the first page is asked for. */
function drawsOwn(server: FastifyInstance, app: App, directory: string): DrawOwn {
  const ownScreens = openOwnScreens(app.log)
  server.addHook('onListen', async () => {
    const file = await findOwnDrawing(directory)
    if (file !== null) ownScreens.warm(file)
  })
  server.addHook('onClose', () => ownScreens.close())
  return async (path, owner, said) => {
    const file = await findOwnDrawing(directory)
    if (file === null) return ''
    const answers = Object.fromEntries([...said].map(([call, answer]) => [call, parseJson(answer)]))
    return ownScreens.write(file, { path, ...owner, answers, now: app.ports.clock.now() })
  }
}

/** For the call that the page makes: a code of Hospitable's, or none any more. */
function keepAnswer({ config }: App, request: FastifyRequest, reply: FastifyReply): void {
  const sealed = sealAnswer(config, searchOf(request.url))
  const cookie = { path: '/', sameSite: 'lax', secure: config.http.isSecure, httpOnly: true } as const
  if (sealed === null) reply.clearCookie(answerCookieName(config), cookie)
  else reply.setCookie(answerCookieName(config), sealed, { ...cookie, maxAge: ANSWER_COOKIE_MINUTES * 60 })
}

const FOR_OPERATORS_IN_PRODUCTION: readonly string[] = ['/places-testing', '/timezone-tester']

/** Pages for testing are shut in production: to everybody, or to all but operators (threats, safe readings). */
async function statusOfPage(app: App, request: FastifyRequest, pathname: string): Promise<number> {
  const page = pageAt(pathname)
  if (page === null) return 404
  if (!app.config.isProduction) return 200
  if (page === '/my-jobs-staging') return 404
  if (!FOR_OPERATORS_IN_PRODUCTION.includes(page)) return 200
  const session = await readSession(app, request)
  return session?.scope.type === 'Operator' ? 200 : 403
}

function cacheRuleOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  if (path.includes('/builds/') || path.endsWith('/sw.js') || path.endsWith('.html')) return 'no-store'
  return 'public, max-age=3600'
}

function searchOf(url: string): string {
  const from = url.indexOf('?')
  return from < 0 ? '' : url.slice(from)
}

function decodedPath(url: string): string {
  const path = url.split('?')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
