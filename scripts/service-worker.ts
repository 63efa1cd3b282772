/** The part of the build that writes `/sw.js`: our own worker, told which build it is and what the app is made of. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { BuildMark, BuiltFile } from '#web/offline/build-mark.ts'

const SOURCE = 'src/web/offline/service-worker.ts'
const SHELL = 'index.html'
const PUBLIC_FILES = ['offline.html', 'offline.css', 'icon.svg', 'icon-192.png']
/** Chunks of operators, who work at a desk and whose pages are half of the app, and the samples of /design. */
const OPERATORS_OWN = /\/web\/(operator-urls|pages\/operator-pages|screens\/dev\/design)/
/** Only browsers without Temporal ask for it. */
const POLYFILL = /\/temporal-polyfill\//

export function serviceWorker(buildId: (bundle: Rolldown.OutputBundle) => string): Plugin {
  return {
    name: 'crew:service-worker',
    apply: 'build',
    // What was written, not what was generated: Vite still replaces its own marks in between.
    writeBundle: {
      order: 'post',
      async handler({ dir = '' }, bundle) {
        const files = [...PUBLIC_FILES, ...everydayParts(bundle)].map((name) => markedFile(dir, name, bundle))
        const mark: BuildMark = { id: buildId(bundle), shell: `/${SHELL}`, files: await Promise.all(files) }
        await writeFile(join(dir, 'sw.js'), await bundleWorker(mark))
      },
    },
  }
}

/** All scripts that a crew or a customer may come to, dialogs and both languages with them, and the styles. */
function everydayParts(bundle: Rolldown.OutputBundle): string[] {
  const names = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (names.has(name) || file?.type !== 'chunk') return
    if (file.moduleIds.some((id) => OPERATORS_OWN.test(id))) return
    names.add(name)
    for (const next of [...file.imports, ...file.dynamicImports]) add(next)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry) add(file.fileName)
    if (file.type === 'asset' && /^assets\/.*\.(css|woff2)$/.test(file.fileName)) names.add(file.fileName)
  }
  return [...names].sort()
}

async function markedFile(dir: string, name: string, bundle: Rolldown.OutputBundle): Promise<BuiltFile> {
  const digest = createHash('sha256')
    .update(await readFile(join(dir, name)))
    .digest('base64')
  const file = bundle[name]
  const isPolyfill = file?.type === 'chunk' && file.moduleIds.some((id) => POLYFILL.test(id))
  return {
    path: `/${name}`,
    integrity: `sha256-${digest}`,
    ...(isPolyfill ? { isForOldBrowsers: true } : {}),
  }
}

/** One plain script: a worker with imports would be a second download before it can start. */
async function bundleWorker(mark: BuildMark): Promise<string> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    define: { CREW_BUILD: JSON.stringify(mark) },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const output = (Array.isArray(result) ? result : [result]).flatMap((part) =>
    'output' in part ? part.output : [],
  )
  const script = output.find((file) => file.type === 'chunk')
  if (!script) throw new Error('the service worker was not built')
  return script.code
}
