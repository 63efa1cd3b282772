/** Terms, privacy and help: what operators publish, in versions that stay. */
import { z } from 'zod'
import { HOUSE_PAGES } from '#domain/house-texts/house-pages.ts'
import { LANGUAGES } from '#domain/language.ts'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { done, moment } from './shapes.ts'

const page = z.enum(HOUSE_PAGES)
const version = z.int().min(1).max(1_000_000)
const body = z.string().trim().min(1, says('missing')).max(40_000)

const published = z.object({ version: z.int(), publishedAt: moment })

export const houseTexts = defineEndpoints({
  'GET /api/house-text': {
    access: 'public',
    summary: 'One text of the house in one language: its newest version, or an older one.',
    query: z.strictObject({
      page,
      language: z.enum(LANGUAGES),
      version: z.coerce.number().pipe(version).optional(),
    }),
    reply: published.extend({
      page,
      /** Plain markup: headings, lists, links; never HTML. */
      body: z.string(),
      newestVersion: z.int(),
    }),
    callsPerMinute: 120,
  },
  'POST /api/get-house-texts': {
    access: 'operator',
    capability: 'see',
    summary: 'The newest version of each text in both languages, with the history of each.',
    body: z.strictObject({}),
    reply: z.object({
      texts: z.array(
        published.extend({
          page,
          bodyEn: z.string(),
          bodyEs: z.string(),
          history: z.array(published.extend({ note: z.string(), publisherName: z.string().nullable() })),
        }),
      ),
    }),
  },
  'POST /api/publish-house-text': {
    access: 'operator',
    capability: 'catalogue',
    summary: 'Publishes the next version of a text. Refused where somebody else published one meanwhile.',
    body: z.strictObject({
      page,
      /** The version that was edited. */
      basedOn: version,
      bodyEn: body,
      bodyEs: body,
      note: z.string().trim().max(500).default(''),
    }),
    reply: done.extend({ version: z.int() }),
  },
})
