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
const HINT_TO_SHEET = /<link rel="preload" href="([^"]+\.css)"[^>]*>/g
const NOTHING_DRAWN = { root: '', hints: '', language: null }

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
  /** Null where nobody can tell how wide the page will be. */
  readonly drawOwn: DrawOwn | null
}

/** Draws from the answers what the page of somebody, as the answer about them says, shows first; empty where it cannot. */
export type DrawOwn = (
  page: PagePath,
  owner: { readonly type: string; readonly language: string },
  answers: FirstAnswers,
) => Promise<string>

/** `script` stands in it as it is, and has to be allowed; null for none. */
type Written = { readonly html: string; readonly script: string | null }

/** What stands in the page before a script has come, and what it is made of. */
type Drawing = { readonly root: string; readonly hints: string; readonly language: string | null }

export async function writeDocument(app: App, directory: string, wanted: Wanted): Promise<Written> {
  const { page, language, answers } = wanted
  const shell = await readFile(join(directory, 'index.html'), 'utf8')
  const { firstTaps, afterPaint } = await readParts(directory)
  const found = FOUND_PAGES.find((each) => each === page)
  const drawing = await findDrawn(directory, wanted)
  const said = drawing.language ?? (found === undefined ? null : language)
  const html = (said === null ? shell : shell.replace('<html lang="en">', `<html lang="${said}">`))
    .replace(/\s*<meta name="description"[^>]*>/, (generic) => (found === undefined ? generic : ''))
    .replace(BODY_END, () => `${blockOf(answers)}${BODY_END}`)
  const facts = await headOf(app, found, language)
  if (drawing.root === '' || typeof firstTaps !== 'string' || typeof afterPaint !== 'string')
    return { html: html.replace(HEAD_END, () => `${facts}${drawing.hints}${HEAD_END}`), script: null }
  const head = `${facts}<script async src="/${firstTaps}"></script>`
  return { html: withDrawing(html, head, drawing, afterPaint), script: afterPaint }
}

/** What is drawn is painted first: over a slow line the script would stand in the way of its styles. */
function withDrawing(html: string, head: string, { root, hints }: Drawing, afterPaint: string): string {
  const script = /<script type="module"[^>]*><\/script>/.exec(html)?.[0] ?? ''
  const sheets = [...hints.matchAll(HINT_TO_SHEET)].map(
    ([, href]) => `<link rel="stylesheet" crossorigin href="${href}">`,
  )
  const rest = `${script}${hints.replaceAll(HINT_TO_SHEET, '')}`
  return html
    .replace(script, '')
    .replace(HEAD_END, () => `${sheets.join('')}${head}${HEAD_END}`)
    .replace(
      BODY_END,
      () => `<template id="after-paint">${rest}</template><script>${afterPaint}</script>${BODY_END}`,
    )
    .replace(EMPTY_ROOT, () => root)
}

/** A stranger's as the build drew it; somebody's own where it can be; else only what the screen is made of. */
async function findDrawn(directory: string, wanted: Wanted): Promise<Drawing> {
  const { page, language, drawn, answers } = wanted
  if (drawn !== null) {
    const name = `${DRAWN_PAGES[drawn]}.${language}`
    const [html, hints] = await Promise.all([
      readDrawn(directory, `${name}.html`),
      readDrawn(directory, `${name}.hints`),
    ])
    return { root: html === '' ? '' : `<div id="root" data-drawn>${html}</div>`, hints, language }
  }
  const { type, locale } = fieldsIn(parseJson(answers.get(FIRST_USER) ?? ''))
  if (page === null || typeof type !== 'string' || typeof locale !== 'string') return NOTHING_DRAWN
  const hints =
    textOf(fieldsIn(parseJson(await readDrawn(directory, 'hints.json')))[`${type} ${page} ${locale}`]) ?? ''
  const html = (await wanted.drawOwn?.(page, { type, language: locale }, answers)) ?? ''
  return {
    root: html === '' ? '' : `<div id="root">${html}</div>`,
    hints,
    language: html === '' ? null : locale,
  }
}

/** The file that draws the first screens of whoever is signed in, as this build has it. */
export async function findOwnDrawing(directory: string): Promise<string | null> {
  const { own } = await readParts(directory)
  return typeof own === 'string' ? join(directory, own) : null
}

async function readParts(directory: string): Promise<Readonly<Record<string, unknown>>> {
  return fieldsIn(parseJson(await readDrawn(directory, 'parts.json')))
}

/** Where the build has drawn none the script draws it all. */
function readDrawn(directory: string, file: string): Promise<string> {
  return readFile(join(directory, 'drawn', file), 'utf8').catch(() => '')
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
