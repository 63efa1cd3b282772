/**
 * The document of a page: the built shell, with what robots and previews of links read in its head, and with the page
 * that strangers come to drawn in it (`scripts/prerender.ts`), so that it shows before a script has come.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PagePath } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { readFrontDoor } from '../front-door/read-front-door.ts'
import { pageTexts } from './texts.ts'

const DRAWN: PagePath = '/get-started'
const EMPTY_ROOT = '<div id="root"></div>'
const HEAD_END = '</head>'

/** What may be found by anybody; whatever else there is belongs to somebody, or leads to it. */
export const FOUND_PAGES = [
  '/get-started',
  '/get-started/terms',
  '/get-started/privacy',
  '/get-started/help',
  '/ondemand',
  '/register-customer',
  '/register-crew',
] as const satisfies readonly PagePath[]

type FoundPage = (typeof FOUND_PAGES)[number]

type Wanted = {
  readonly page: PagePath | null
  readonly language: Language
  /** Nobody is signed in: the page is the one that strangers see. */
  readonly isStranger: boolean
}

export async function writeDocument(app: App, directory: string, wanted: Wanted): Promise<string> {
  const shell = await readFile(join(directory, 'index.html'), 'utf8')
  const found = FOUND_PAGES.find((page) => page === wanted.page)
  if (found === undefined) return shell
  const { origin } = app.config.http
  const data =
    found === DRAWN ? await businessData(app, pageTexts[wanted.language].pages[found].description) : ''
  const drawn = found === DRAWN && wanted.isStranger ? await readDrawn(directory, wanted.language) : ''
  return shell
    .replace('<html lang="en">', `<html lang="${wanted.language}">`)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(HEAD_END, () => `${headOf(found, wanted.language, origin)}${data}${HEAD_END}`)
    .replace(EMPTY_ROOT, () => `<div id="root">${drawn}</div>`)
}

/** Where the build has drawn none the script draws it all. */
async function readDrawn(directory: string, language: Language): Promise<string> {
  try {
    return await readFile(join(directory, 'drawn', `get-started.${language}.html`), 'utf8')
  } catch {
    return ''
  }
}

function headOf(page: FoundPage, language: Language, origin: string): string {
  const texts = pageTexts[language]
  const { title, description } = texts.pages[page]
  const address = origin + page
  const facts: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': 'Crew',
    'og:locale': texts.locale,
    'og:url': address,
    'og:title': title,
    'og:description': description,
    'og:image': `${origin}/share.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': texts.picture,
  }
  return [
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" href="${escaped(address)}" />`,
    ...Object.entries(facts).map(
      ([name, content]) => `<meta property="${name}" content="${escaped(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ].join('\n    ')
}

/** What search engines read of us as a business; where the database does not answer the page comes without it. */
async function businessData(app: App, description: string): Promise<string> {
  const cities = await readFrontDoor(app).then(
    (facts) => facts.cities,
    () => [],
  )
  if (cities.length === 0) return ''
  const { origin } = app.config.http
  const data = {
    '@context': 'https://schema.org',
    '@type': 'HomeAndConstructionBusiness',
    name: 'Crew',
    description,
    url: origin + DRAWN,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/share.png`,
    areaServed: cities.map(({ name }) => ({ '@type': 'City', name })),
  }
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return `\n    <script type="application/ld+json">${json}</script>\n  `
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
