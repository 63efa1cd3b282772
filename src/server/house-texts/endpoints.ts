import type { houseTexts } from '#contract/house-texts.ts'
import { HOUSE_PAGES } from '#domain/house-texts/house-pages.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { findText, listVersions } from './queries.ts'
import { writeNextVersion } from './write-next-version.ts'

export const houseTextsHandlers: Handlers<typeof houseTexts> = {
  'GET /api/house-text': async ({ app, query: { page, language, version } }) => {
    const [text, newest] = [await findText(app.db, page, version), await findText(app.db, page)]
    if (text === undefined || newest === undefined) throw new Refused('not_found')
    return {
      page,
      version: text.version,
      publishedAt: text.published_at,
      body: { en: text.body_en, es: text.body_es }[language],
      newestVersion: newest.version,
    }
  },
  'POST /api/get-house-texts': async ({ app }) => {
    const texts = await Promise.all(
      HOUSE_PAGES.map(async (page) => {
        const [text, versions] = [await findText(app.db, page), await listVersions(app.db, page)]
        if (text === undefined) throw new Refused('not_found')
        return {
          page,
          version: text.version,
          publishedAt: text.published_at,
          bodyEn: text.body_en,
          bodyEs: text.body_es,
          history: versions.map((each) => ({
            version: each.version,
            publishedAt: each.published_at,
            note: each.note,
            publisherName: each.publisher_name,
          })),
        }
      }),
    )
    return { texts }
  },
  'POST /api/publish-house-text': async ({ app, scope, body }) => ({
    ok: true as const,
    version: await writeNextVersion(app, scope, body),
  }),
}
