import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firstHints } from './scripts/first-hints.ts'
import { precompressed } from './scripts/precompressed.ts'
import { prerenderedPages } from './scripts/prerender.ts'
import { scriptAfterPaint } from './scripts/script-after-paint.ts'
import { serviceWorker } from './scripts/service-worker.ts'
import { sharePicture } from './scripts/share-picture.ts'
import { splashLinks } from './scripts/splash.ts'

/** Budgets of architecture §4, in kilobytes (1000 bytes) after gzip. */
const BUDGET = { entryScript: 115, styles: 10, routeScripts: 25 }

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    unusedRouterParts(),
    splashScreens(),
    scriptAfterPaint(),
    builds(),
    serviceWorker(buildId),
    prerenderedPages(),
    firstHints(),
    sharePicture(),
    budgets(),
    precompressed(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    sourcemap: false,
    // One entry chunk: what the first page needs comes in one file (a split made the first paint later).
    // The parts that screens are made of stand together, and so does the day of a crew: over a slow line each file more
    // is a wait of its own, and a home asked for two dozen.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'entry', tags: ['$initial'], priority: 2 },
            // What the shell knows of operators' pages: addresses, titles, loaders, lists of texts.
            {
              name: 'operator',
              test: /web\/(operator-urls|pages\/operator-pages|text\/(operator-areas|operator-e[ns]\/shell)|screens\/[\w-]+\/(operator-)?screens)\.ts$/,
              priority: 1,
            },
            // A city's ground: drawn in its form, pasted beside.
            {
              name: 'area',
              test: /markets\/(area|area-texts|check-area|overlap|zones|place-from-text)\.ts$/,
            },
            // What a role may do: screens of operators ask it, and none of them brings it.
            { name: 'may', test: /web\/session\/may\.tsx$/, priority: 1 },
            { name: 'looks-after', test: /web\/session\/looks-after\.ts$/, priority: 1 },
            {
              name: 'ui',
              test: /web\/(upload|browser\/go|money\/dollars|ui\/(badge|card|money|now|progress-bar|stepper)|ui\/forms\/(chip-group|date-field|draft|field|form|form-state|number-stepper|password-field|select-field|text-field)|ui\/lists\/list|photos\/(photo-strip|shrink-photo)|jobs\/(services|window-text)|visits\/(place-time|visit-row)|stops\/stop-number|screens\/crew\/cutoff-texts|screens\/customer\/home\.parts)\.tsx?$/,
              priority: 1,
            },
            // What homes and lists of a week share beyond that, for customers and crews alike.
            {
              name: 'week-parts',
              test: /(web\/(ui\/(hero|dialogs\/panes|looks\/drawings)|jobs\/weekday-names|visits\/moved-days)|domain\/(accounts\/first-name|visits\/graph))\.tsx?$/,
              priority: 1,
            },
            {
              name: 'lists',
              test: /(query-core\/.*\/infiniteQueryObserver|react-query\/.*\/(infiniteQueryOptions|useInfiniteQuery))\.js$|web\/(endpoint-pages|ui\/tabs)\.tsx?$/,
              priority: 2,
            },
            // What forms of several steps share, what takes a card or an account, and what finds a place.
            {
              name: 'steps',
              test: /web\/steps\/(kept-answers|step-head|use-kept-draft|use-steps)\.tsx?$/,
              priority: 1,
            },
            { name: 'paying', test: /web\/(money\/card-number|payments\/answer-bank)\.tsx?$/, priority: 1 },
            { name: 'card-state', test: /web\/money\/(card-on-file|decline-text)\.tsx?$/, priority: 1 },
            { name: 'entering', test: /web\/session\/(enter|last-way|passkey)\.ts$/, priority: 1 },
            {
              name: 'place-fields',
              test: /web\/places\/(address-field|place-field)\.tsx?$/,
              priority: 1,
            },
            // How often a weekly job comes: in words, and while it is chosen.
            { name: 'rhythm', test: /(jobs\/rhythm-text|schedule\/rhythm[-a-z]*)\.ts$/, priority: 1 },
            { name: 'job-fields', test: /jobs\/(rhythm-draft|\w+-fields)\.tsx?$/, priority: 1 },
            // Who comes to a customer, moving and leaving out a visit, weekly jobs: from its home, its list and their pages.
            { name: 'who-comes', test: /web\/visits\/(crew-coming|day-news|who-comes)\.tsx?$/, priority: 1 },
            { name: 'move-visit', test: /visits\/((use-)?move-visit|use-skip)\.tsx?$/, priority: 1 },
            {
              name: 'weekly-job',
              test: /web\/(jobs\/(weekly-job[\w.-]*|lazy-change)|screens\/customer\/(this-week|use-visit-pages))\.tsx?$/,
              priority: 1,
            },
            {
              name: 'paper-words',
              test: /domain\/(billing\/receipt-texts|pricing\/unit-texts)\.ts$/,
              priority: 1,
            },
            { name: 'desk', test: /web\/ui\/looks\/desk\.ts$/, priority: 2 },
            { name: 'avatar', test: /web\/ui\/avatar\.tsx$/, priority: 2 },
            { name: 'taking', test: /web\/assignments\/(release-rule|taking)\.tsx?$/, priority: 1 },
            {
              name: 'crew-day',
              test: /web\/stops\/(sharing-badge|use-say-of-day|who-hears)\.tsx?$/,
              priority: 0,
            },
            // What shows a place before the streets are there; those come by themselves, and MapLibre with them.
            {
              name: 'map',
              test: /web\/ui\/maps\/(drawn-map|map-projection|route-map|use-street-map)\.tsx?$/,
              priority: 1,
            },
            {
              name: 'crew-camera',
              test: /web\/photos\/(act-photo[\w-]*|keep-photo|visit-camera)\.tsx?$/,
              priority: 1,
            },
            {
              name: 'crew-stop',
              test: /web\/stops\/(acts\.(access-status|day-plan|extra-status|lazy-sheets|on-my-way)|do-visit|queued-[\w-]+|stop-(acts|card|number|photos))\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: { '/api': 'http://localhost:3000', '^/.+/_payload\\.json$': 'http://localhost:3000' },
  },
})

/** Names that the router gives its components for developers keep all of them in the first download, used or not. */
function unusedRouterParts(): Plugin {
  return {
    name: 'crew:unused-router-parts',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= (React\$1\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}

/** Seed §1: splash images of iOS; one line in index.html stands for all of them. */
function splashScreens(): Plugin {
  return {
    name: 'crew:splash',
    transformIndexHtml: (html) => html.replace('<!-- splash -->', splashLinks().join('\n    ')),
  }
}

/** Seed §7: `builds/latest.json` and `builds/meta/{id}.json`; the id follows from what was built. */
function builds(): Plugin {
  return {
    name: 'crew:builds',
    apply: 'build',
    buildStart() {
      knownId = undefined
    },
    generateBundle(_options, bundle) {
      const mark = { id: buildId(bundle), timestamp: Date.now() }
      const source = JSON.stringify(mark)
      this.emitFile({ type: 'asset', fileName: 'builds/latest.json', source })
      this.emitFile({ type: 'asset', fileName: `builds/meta/${mark.id}.json`, source })
    },
    /** The page knows which build it is, to tell when there is another one. */
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        bundle
          ? [{ tag: 'meta', attrs: { name: 'crew-build', content: buildId(bundle) }, injectTo: 'head' }]
          : [],
    },
  }
}

let knownId: string | undefined

/**
 * Names of scripts carry a hash of what is in them, so they name the build. Asked once a build: a script that only
 * brought styles is still there for the first who asks, and gone for the last.
 */
function buildId(bundle: Rolldown.OutputBundle): string {
  knownId ??= nameOf(bundle)
  return knownId
}

function nameOf(bundle: Rolldown.OutputBundle): string {
  const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(js|css)$/.test(name))
  return createHash('sha256').update(names.sort().join()).digest('hex').slice(0, 16)
}

/** Fails the build when a first visit or a screen would download more than the budget. */
function budgets(): Plugin {
  return {
    name: 'crew:budgets',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const chunks = files.filter((file) => file.type === 'chunk')
      const entry = chunks.find((chunk) => chunk.isEntry)
      if (!entry) return this.error('the build has no entry chunk')
      const entryNames = staticImports(entry, bundle)
      checkOperatorsStayOut(entryNames, bundle)
      const report = [
        `entry ${check('the entry script', sizeOf(entryNames, bundle), BUDGET.entryScript)} kB`,
        `styles ${check('the styles', firstStylesSize(entry, bundle), BUDGET.styles)} kB`,
      ]
      const routes = chunks
        .filter((chunk) => chunk.isDynamicEntry && chunk.facadeModuleId?.includes('/screens/'))
        .map((chunk) => {
          const more = [...staticImports(chunk, bundle)].filter((name) => !entryNames.has(name))
          return { name: chunk.name, size: sizeOf(new Set(more), bundle) }
        })
        .sort((a, b) => b.size - a.size)
      for (const route of routes) check(`the screen ${route.name}`, route.size, BUDGET.routeScripts)
      const largest = routes[0] ? `, largest screen ${routes[0].name} ${routes[0].size.toFixed(1)} kB` : ''
      this.info(`gzip: ${report.join(', ')}${largest}`)
    },
  }
}

/** What only operators need is nobody else's download (`pages/operator-pages.ts`). */
function checkOperatorsStayOut(entryNames: ReadonlySet<string>, bundle: Rolldown.OutputBundle): void {
  const modules = [...entryNames].flatMap((name) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file.moduleIds : []
  })
  const strays = modules.filter((id) =>
    /web\/(operator-urls|pages\/operator-pages|text\/operator-|screens\/(.*operator|money-desk|schedule))/.test(
      id,
    ),
  )
  if (strays.length > 0)
    throw new Error(`Pages of operators came into the first download: ${strays.join(', ')}.`)
}

function check(what: string, size: number, budget: number): string {
  if (size > budget)
    throw new Error(
      `Over budget: ${what} is ${size.toFixed(1)} kB after gzip, allowed are ${budget} kB (architecture §4).`,
    )
  return size.toFixed(1)
}

/** A chunk and everything that it imports at once. */
function staticImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const file = bundle[name]
    if (file?.type === 'chunk') staticImports(file, bundle, seen)
  }
  return seen
}

function sizeOf(names: ReadonlySet<string>, bundle: Rolldown.OutputBundle): number {
  return [...names].reduce((sum, name) => {
    const file = bundle[name]
    if (file?.type !== 'chunk') return sum
    const styles = stylesOf(file).flatMap((css) => {
      const sheet = bundle[css]
      return sheet?.type === 'asset' && !file.isEntry ? [sheet.source] : []
    })
    return sum + [file.code, ...styles].reduce((size, source) => size + gzipSync(source).length, 0) / 1000
  }, 0)
}

/** What the document links: styles that come with a part of a screen count with that screen. */
function firstStylesSize(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): number {
  const sheets = stylesOf(entry).map((name) => bundle[name])
  if (sheets.length === 0) throw new Error('The document links no styles.')
  return sheets.reduce(
    (sum, file) => sum + (file?.type === 'asset' ? gzipSync(file.source).length / 1000 : 0),
    0,
  )
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])]
}
