/**
 * The document of a page: the built shell, with what robots and previews of links read in its head, and with the pages
 * that strangers come to drawn in it (`scripts/prerender.ts`), so that they show before a script has come.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DRAWN_PAGES, type DrawnPage } from '#contract/drawn-pages.ts'
import { FIRST_USER } from '#contract/first-reads.ts'
import { fieldsIn, parseJson, textOf } from '#contract/outside.ts'
import type { PagePath } from '#contract/pages.ts'
import type { Language } from '#domain/language.ts'
import type { App } from '../app.ts'
import { readFrontDoor } from '../front-door/read-front-door.ts'
import type { FirstAnswers } from './read-first-answers.ts'
import { pageTexts } from './texts.ts'

const SHOP_WINDOW: PagePath = '/get-started'
const EMPTY_ROOT = '<div id="root"></div>'
const HEAD_END = '</head>'
const BODY_END = '</body>'

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
  /** What the build drew for who asks; null where the page is another for this person, device or address. */
  readonly drawn: DrawnPage | null
  /** What the page would ask first; none for strangers. */
  readonly answers: FirstAnswers
}

export async function writeDocument(
  app: App,
  directory: string,
  { page, language, drawn, answers }: Wanted,
): Promise<string> {
  const shell = await readFile(join(directory, 'index.html'), 'utf8')
  const found = FOUND_PAGES.find((each) => each === page)
  const drawing = drawn === null ? '' : await readDrawing(directory, drawn, language)
  const isInLanguage = found !== undefined || drawing !== ''
  const head = `${await headOf(app, found, language)}${await hintsFor(directory, page, answers)}${HEAD_END}`
  return (isInLanguage ? shell.replace('<html lang="en">', `<html lang="${language}">`) : shell)
    .replace(/\s*<meta name="description"[^>]*>/, (generic) => (found === undefined ? generic : ''))
    .replace(HEAD_END, () => head)
    .replace(BODY_END, () => `${blockOf(answers)}${BODY_END}`)
    .replace(EMPTY_ROOT, () => (drawing === '' ? EMPTY_ROOT : `<div id="root" data-drawn>${drawing}</div>`))
}

/** Where the build has drawn none the script draws it all. */
async function readDrawing(directory: string, page: DrawnPage, language: Language): Promise<string> {
  try {
    return await readFile(join(directory, 'drawn', `${DRAWN_PAGES[page]}.${language}.html`), 'utf8')
  } catch {
    return ''
  }
}

/** The parts of the screen, so that they come beside the script that would ask for them. */
async function hintsFor(directory: string, page: PagePath | null, answers: FirstAnswers): Promise<string> {
  const { type, locale } = fieldsIn(parseJson(answers.get(FIRST_USER) ?? ''))
  if (page === null || typeof type !== 'string' || typeof locale !== 'string') return ''
  const hints = await readFile(join(directory, 'drawn', 'hints.json'), 'utf8').catch(() => '')
  return textOf(fieldsIn(parseJson(hints))[`${type} ${page} ${locale}`]) ?? ''
}

/** Inert, and no end of the script stands in it, whatever people wrote. */
function blockOf(answers: FirstAnswers): string {
  if (answers.size === 0) return ''
  const pairs = [...answers].map(([call, answer]) => `${JSON.stringify(call)}:${answer}`)
  const json = `{${pairs.join()}}`.replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="first-answers">${json}</script>`
}

async function headOf(app: App, page: FoundPage | undefined, language: Language): Promise<string> {
  if (page === undefined) return ''
  const { description } = pageTexts[language].pages[page]
  const data = page === SHOP_WINDOW ? await businessData(app, description) : ''
  return `${factsOf(page, language, app.config.http.origin)}${data}`
}

function factsOf(page: FoundPage, language: Language, origin: string): string {
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
    url: origin + SHOP_WINDOW,
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
