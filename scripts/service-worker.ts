/** The part of the build that writes `/sw.js`: our own worker, told which build it is and what the shell is made of. */
import { build, type Plugin, type Rolldown } from 'vite'

const SOURCE = 'src/web/offline/service-worker.ts'
/** The second language is asked for before anything shows; its words belong to the shell as much as the English ones. */
const ALSO = /\/src\/web\/text\/es\.ts$/
const PUBLIC_FILES = ['/index.html', '/offline.html', '/offline.css', '/icon.svg', '/icon-192.png']

export function serviceWorker(buildId: (bundle: Rolldown.OutputBundle) => string): Plugin {
  return {
    name: 'crew:service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const assets = shellAssets(bundle).map((name) => `/${name}`)
      const mark = { id: buildId(bundle), files: [...PUBLIC_FILES, ...assets] }
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: await bundleWorker(mark) })
    },
  }
}

/** What stands in the page itself: its scripts with all that they import at once, and its styles. */
function shellAssets(bundle: Rolldown.OutputBundle): string[] {
  const files = Object.values(bundle)
  const names = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (names.has(name) || file?.type !== 'chunk') return
    names.add(name)
    file.imports.forEach(add)
  }
  for (const file of files) {
    if (file.type === 'chunk' && (file.isEntry || ALSO.test(file.facadeModuleId ?? ''))) add(file.fileName)
    if (file.type === 'asset' && file.fileName.endsWith('.css')) names.add(file.fileName)
  }
  return [...names].sort()
}

/** One plain script: a worker with imports would be a second download before it can start. */
async function bundleWorker(mark: { id: string; files: readonly string[] }): Promise<string> {
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
