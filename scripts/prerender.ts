/**
 * The part of the build that draws the pages of strangers beforehand, in each language, so that they show with the
 * document: the server puts `drawn/<page>.<language>.html` into it (`server/documents/write-document.ts`). With each come
 * the hints to what it is made of, and for all the small script that keeps what is tapped before the large one is there,
 * and what the server draws somebody's own first screen with.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'vite'
import { DRAWN_PAGES, type DrawnPage } from '#contract/drawn-pages.ts'
import { keysOf } from '#domain/keys.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { hintTo, partsBehind } from './parts.ts'

const SOURCE = 'src/web/prerender.tsx'
const FIRST_TAPS = 'src/web/start/first-taps.ts'
const AFTER_PAINT = 'src/web/start/after-paint.ts'

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
      const [code, taps, afterPaint] = await Promise.all([
        bundleDrawing(),
        bundlePlain(FIRST_TAPS),
        bundlePlain(AFTER_PAINT),
      ])
      const drawing = await load(code)
      const firstTaps = `assets/first-taps-${markOf(taps)}.js`
      this.emitFile({ type: 'asset', fileName: firstTaps, source: taps })
      const own = `drawn/own-${markOf(code)}.mjs`
      this.emitFile({ type: 'asset', fileName: own, source: code })
      this.emitFile({
        type: 'asset',
        fileName: 'drawn/parts.json',
        source: JSON.stringify({ firstTaps, afterPaint, own }),
      })
      for (const page of keysOf(DRAWN_PAGES))
        for (const language of LANGUAGES) {
          const core = language === 'en' ? [] : [textsOf(language)]
          const parts = partsBehind(bundle, [/start\/take-over\.ts$/, ...core, ...MODULES[page](language)])
          const name = `drawn/${DRAWN_PAGES[page]}.${language}`
          this.emitFile({ type: 'asset', fileName: `${name}.hints`, source: parts.map(hintTo).join('') })
          const source = await drawing.prerender(page, language)
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
    },
  }
}

function markOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 8)
}

function textsOf(file: string): RegExp {
  return new RegExp(`web/text/${file}\\.ts$`)
}

/** One plain script, so that it works the moment it is there. */
async function bundlePlain(input: string): Promise<string> {
  const code = await chunkOf({
    target: 'es2023',
    modulePreload: false,
    rolldownOptions: { input, output: { format: 'iife' } },
  })
  return code.trim()
}

async function chunkOf(options: BuildOptions): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // Of its own accord it would leave the packages to be found where it runs.
    ...(options.ssr === undefined ? {} : { ssr: { noExternal: true }, plugins: [readableStores()] }),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, ...options },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  )
  const script = output.find((file) => file.type === 'chunk')
  if (!script) throw new Error('nothing was built')
  return script.code
}

/** React asks each store for what it says without a browser; in the first download nobody needs to say so. */
function readableStores(): Plugin {
  return {
    name: 'crew:readable-stores',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /src\/web\/.*\.tsx?$/, exclude: /drawn\/external-store\.ts$/ } },
      handler: (code) =>
        code.replace(
          /(import \{[^}]*)\buseSyncExternalStore\b,?([^}]*\} from 'react')/,
          "$1$2\nimport { useSyncExternalStore } from '#web/drawn/external-store.ts'",
        ),
    },
  }
}

/** All in one file, so that a server needs nothing beside it: it draws first screens from it, too. */
async function bundleDrawing(): Promise<string> {
  return chunkOf({
    ssr: SOURCE,
    target: 'esnext',
    minify: true,
    rolldownOptions: { output: { codeSplitting: false } },
  })
}

/** Beside no packages: it is whole. */
async function load(source: string): Promise<Drawing> {
  const directory = await mkdtemp(join(tmpdir(), 'crew-drawing-'))
  const file = join(directory, 'drawing.mjs')
  try {
    await writeFile(file, source)
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(directory, { recursive: true })
  }
}
