/** Serves the built pages: assets for ever, the shell with the right status for every path, build marks never cached. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { pageAt } from '#contract/pages.ts'

export async function mountPages(server: FastifyInstance, directory: string): Promise<void> {
  const shell = await readFile(join(directory, 'index.html'), 'utf8')
  await server.register(fastifyStatic, {
    root: directory,
    index: false,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheRuleOf(path))
    },
  })
  server.setNotFoundHandler((request, reply) => {
    const pathname = decodedPath(request.url)
    const isPage =
      request.method === 'GET' &&
      !/^\/(api|assets|builds|images)(\/|$)/.test(pathname) &&
      !/\.[a-z0-9]+$/i.test(pathname)
    if (!isPage)
      return reply
        .status(404)
        .type('application/json; charset=utf-8')
        .send({ error: `Page not found: ${request.url}`, code: 'not_found' })
    reply.header('cache-control', 'no-cache')
    return reply
      .status(pageAt(pathname) === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(shell)
  })
}

function cacheRuleOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  if (path.includes('/builds/') || path.endsWith('sw.js') || path.endsWith('.html')) return 'no-store'
  return 'public, max-age=3600'
}

function decodedPath(url: string): string {
  const path = url.split('?')[0]!
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
