/**
 * The part of the build that draws the pages of strangers beforehand, in each language, so that they show with the
 * document: the server puts `drawn/<page>.<language>.html` into it (`server/documents/write-document.ts`). With each come
 * the hints to what it is made of, and the small script that keeps what is tapped before the large one is there.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { DRAWN_PAGES, type DrawnPage } from '#contract/drawn-pages.ts'
import { keysOf } from '#domain/keys.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { hintTo, partsBehind } from './parts.ts'

const SOURCE = 'src/web/prerender.tsx'
const FIRST_TAPS = 'src/web/start/first-taps.ts'

/** What the first drawing of each is made of, by the modules that the browser asks for. */
const MODULES: Readonly<Record<DrawnPage, (language: Language) => readonly RegExp[]>> = {
  '/get-started': (language) => [
    /front-door\/get-started\.tsx$/,
    textsOf(`public-${language}/front-door`),
    textsOf(`${language}/customer-texts`),
  ],
  '/login': (language) => [/session\/login\.tsx$/, textsOf(`public-${language}/sign-in`)],
  '/ondemand': (language) => [
    /ondemand\/ondemand\.tsx$/,
    textsOf(`${language}/ondemand`),
    textsOf(`${language}/customer-texts`),
    textsOf(`${language}/week-texts`),
    textsOf(`public-${language}/sign-in`),
  ],
}

type Drawing = { prerender(page: DrawnPage, language: Language): Promise<string> }

export function prerenderedPages(): Plugin {
  return {
    name: 'crew:prerendered',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const [drawing, taps] = await Promise.all([load(), bundleFirstTaps()])
      const fileName = `assets/first-taps-${createHash('sha256').update(taps).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source: taps })
      for (const page of keysOf(DRAWN_PAGES))
        for (const language of LANGUAGES) {
          const core = language === 'en' ? [] : [textsOf(language)]
          const parts = partsBehind(bundle, [/start\/take-over\.ts$/, ...core, ...MODULES[page](language)])
          const source = [
            `<script async src="/${fileName}"></script>`,
            ...parts.map(hintTo),
            await drawing.prerender(page, language),
          ].join('')
          this.emitFile({ type: 'asset', fileName: `drawn/${DRAWN_PAGES[page]}.${language}.html`, source })
        }
    },
  }
}

function textsOf(file: string): RegExp {
  return new RegExp(`web/text/${file}\\.ts$`)
}

/** One plain script, so that it works the moment it is there. */
async function bundleFirstTaps(): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: FIRST_TAPS, output: { format: 'iife' } },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  )
  const script = output.find((file) => file.type === 'chunk')
  if (!script) throw new Error('the script of first taps was not built')
  return script.code
}

/** Drawn outside of a browser: what it asks of one is answered as for somebody who never was here, with passkeys. */
async function load(): Promise<Drawing> {
  // Beside the packages, which it imports; that folder is there wherever anything can be built.
  const directory = await mkdtemp(join(import.meta.dirname, '..', 'node_modules', '.prerender-'))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: SOURCE,
      outDir: directory,
      target: 'esnext',
      rolldownOptions: { output: { entryFileNames: 'prerender.js', codeSplitting: false } },
    },
  })
  const nothing = { getItem: () => null }
  const browser = {
    document: { cookie: '', documentElement: { lang: '' } },
    localStorage: nothing,
    sessionStorage: nothing,
    PublicKeyCredential: () => undefined,
  }
  // Some of these are there already, and cannot be assigned to.
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  try {
    return await import(pathToFileURL(join(directory, 'prerender.js')).href)
  } finally {
    await rm(directory, { recursive: true })
  }
}
