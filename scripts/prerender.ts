/**
 * The part of the build that draws `/get-started` beforehand, in each language, so that it shows with the document: the
 * server puts `drawn/get-started.<language>.html` into it (`server/serving/write-document.ts`).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const SOURCE = 'src/web/prerender.tsx'
const LANGUAGES = ['en', 'es'] as const

type Drawing = { prerender(language: (typeof LANGUAGES)[number]): Promise<string> }

export function prerenderedPages(): Plugin {
  return {
    name: 'crew:prerendered',
    apply: 'build',
    enforce: 'post',
    async generateBundle() {
      const drawing = await load()
      for (const language of LANGUAGES) {
        const source = await drawing.prerender(language)
        this.emitFile({ type: 'asset', fileName: `drawn/get-started.${language}.html`, source })
      }
    },
  }
}

/** Drawn outside of a browser: what it asks of one is answered as for somebody who never was here. */
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
  Object.assign(globalThis, { document: { cookie: '', documentElement: { lang: '' } } })
  try {
    return await import(pathToFileURL(join(directory, 'prerender.js')).href)
  } finally {
    await rm(directory, { recursive: true })
  }
}
