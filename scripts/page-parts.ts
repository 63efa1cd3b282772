/**
 * The part of the build that says what a page needs first: `drawn/parts.json` names for the pages that people open
 * first the scripts of their screen and its words, and what it reads. The server puts them into the document
 * (`server/serving/write-document.ts`), so that all of it is on its way while the first script still comes: over a slow
 * line each wait for one more answer is 150 ms. Everything follows from the tables that the pages themselves use.
 */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES, type Language } from '../src/domain/language.ts'

const WEB = join(import.meta.dirname, '../src/web')
const SCREENS = join(WEB, 'screens')
const TEXTS = join(WEB, 'text')

// The pages' own tables, by computed names and by what is read of them: they are written for browsers, and the build's
// settings come in one file which has no place for them.
type Loader = () => unknown
type Area = { readonly areas: readonly string[]; readonly screens: Readonly<Partial<Record<string, Loader>>> }
type Found = { readonly load: Loader; readonly area: Area; readonly reads: readonly Loader[] }
type Finding = {
  findScreen: (key: string, type: string | undefined) => Found | undefined
  shownKey: (key: string, type: string | undefined) => string
}
type Paths = Readonly<Partial<Record<string, { readonly path: string }>>>
type Texts = Readonly<Partial<Record<string, Readonly<Record<Language, Loader>>>>>

/** By type of user (nothing for strangers) and path: `'Customer /jobs'`, `' /login'`. */
type PageParts = Record<
  string,
  {
    /** Built files, relative to the root, of the screen and its words. */
    readonly scripts: Readonly<Record<Language, readonly string[]>>
    /** Addresses that the page reads before it can show anything. */
    readonly reads: readonly string[]
  }
>

const FIRST_PAGES: readonly { readonly type?: string; readonly keys: readonly string[] }[] = [
  { keys: ['login', 'getStarted', 'ondemand', 'registerCustomer', 'registerCrew'] },
  { type: 'Customer', keys: ['home', 'jobs', 'jobsList'] },
  { type: 'Crew', keys: ['home', 'jobs', 'jobsList'] },
  { type: 'Operator', keys: ['home', 'operator'] },
]

/** What the frame reads on every page, and for whoever is signed in. */
const FRAME_READS = ['/api/config']
const USER_READS = ['/api/user?fields=*']

export function pageParts(): Plugin {
  return {
    name: 'crew:page-parts',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      this.emitFile({
        type: 'asset',
        fileName: 'drawn/parts.json',
        source: JSON.stringify(await partsOf(bundle)),
      })
    },
  }
}

async function partsOf(bundle: Rolldown.OutputBundle): Promise<PageParts> {
  // The tables are read as they are; nothing of them looks at a browser before a page does.
  Object.assign(globalThis, { document: { cookie: '', documentElement: { lang: '' } } })
  const { findScreen, shownKey }: Finding = await import(join(WEB, 'pages/find-screen.ts'))
  const { urls }: { urls: Paths } = await import(join(WEB, 'urls.ts'))
  const { operatorUrls }: { operatorUrls: Paths } = await import(join(WEB, 'operator-urls.ts'))
  const screens = await screensByFolder()
  const areas = [...screens.keys()]
  const parts: PageParts = {}
  for (const { type, keys } of FIRST_PAGES)
    for (const key of keys) {
      const shown = shownKey(key, type)
      const operators = shown in operatorUrls ? areas.find((area) => shown in area.screens) : undefined
      const load = operators?.screens[shown]
      const found = operators && load ? { load, area: operators, reads: [] } : findScreen(shown, type)
      if (!found) throw new Error(`No screen stands at ${key}.`)
      const files = [join(screens.get(found.area)!, importOf(found.load))]
      if (operators) files.push(join(WEB, 'pages/operator-pages.ts'))
      const reads = found.reads.flatMap(
        (read) => /'GET (\/api\/[\w-]+)'(?!, \{ query: \{ \w)/.exec(String(read))?.[1] ?? [],
      )
      const path = { ...urls, ...operatorUrls }[key]!.path
      parts[`${type ?? ''} ${path}`] = {
        scripts: Object.fromEntries(
          await Promise.all(
            LANGUAGES.map(async (language) => [
              language,
              scriptsOf([...files, ...(await textsOf(found.area, language))], bundle),
            ]),
          ),
        ),
        reads: [...(type ? USER_READS : []), ...FRAME_READS, ...reads],
      }
    }
  return parts
}

/** Every list of screens, with the folder from which it brings them. */
async function screensByFolder(): Promise<Map<Area, string>> {
  const names = await readdir(SCREENS, { recursive: true })
  const lists = names.filter((name) => /(^|\/)(operator-)?screens\.ts$/.test(name))
  const found = new Map<Area, string>()
  for (const name of lists) {
    const exported: Record<string, Area> = await import(join(SCREENS, name))
    for (const area of Object.values(exported)) found.set(area, join(SCREENS, dirname(name)))
  }
  return found
}

async function textsOf(area: Area, language: Language): Promise<string[]> {
  const { areas }: { areas: Texts } = await import(join(TEXTS, 'areas.ts'))
  const { operatorAreas }: { operatorAreas: Texts } = await import(join(TEXTS, 'operator-areas.ts'))
  const sources = { ...areas, ...operatorAreas }
  const core = language === 'en' ? [] : [join(TEXTS, `${language}.ts`)]
  return [...core, ...area.areas.map((name) => join(TEXTS, importOf(sources[name]![language])))]
}

function importOf(loader: Loader): string {
  const specifier = /import\(['"](.+?)['"]\)/.exec(String(loader))?.[1]
  if (specifier === undefined) throw new Error(`No import in ${String(loader)}.`)
  return specifier
}

/** The files that these modules came into, with all that they import at once, but for the entry. */
function scriptsOf(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (names: readonly string[], seen: Set<string>): Set<string> => {
    for (const name of names) {
      const file = bundle[name]
      if (seen.has(name) || file?.type !== 'chunk') continue
      seen.add(name)
      withImports(file.imports, seen)
    }
    return seen
  }
  const entry = withImports(
    chunks.filter((chunk) => chunk.isEntry).map(({ fileName }) => fileName),
    new Set(),
  )
  const first = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module))
    if (!chunk) throw new Error(`${module} is in no script of the build.`)
    return chunk.fileName
  })
  return [...withImports(first, new Set())].filter((name) => !entry.has(name))
}
