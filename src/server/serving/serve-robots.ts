/** What search engines are told: where to look, and that what is somebody's own is not theirs to show. */
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { FOUND_PAGES } from '../documents/write-document.ts'

/** A hint, no lock: every page asks who is there. */
const NOT_TO_READ = ['/api/', '/go/', '/operator', '/images/']

export function serveRobots(server: FastifyInstance, { config }: App): void {
  const { origin } = config.http
  const rules = config.isProduction
    ? [...NOT_TO_READ.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}/sitemap.xml`]
    : // A trial is nobody's to find.
      ['Disallow: /']
  server.get('/robots.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(['User-agent: *', ...rules, ''].join('\n')),
  )
  server.get('/sitemap.xml', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/xml; charset=utf-8')
      .send(
        [
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
          ...FOUND_PAGES.map((page) => `<url><loc>${origin}${page}</loc></url>`),
          '</urlset>',
          '',
        ].join('\n'),
      ),
  )
}
