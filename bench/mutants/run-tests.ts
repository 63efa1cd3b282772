/** One run of the tests for as many changes as one likes: whatever starts once, a database too, starts once. */
import { resolve } from 'node:path'
import { inspect } from 'node:util'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import config from '../../vitest.config.ts'
import { type Change, plant, plantedSource } from './planted-source.ts'

export const ROOT = resolve(import.meta.dirname, '../..')

type Failure = { readonly file: string; readonly title: string; readonly message: string }
type Outcome = { readonly failures: readonly Failure[]; readonly ran: number }
export type TestRunner = {
  /** Files by their paths in the repository. */
  readonly run: (change: Change | null, files: readonly string[], title?: RegExp) => Promise<Outcome>
  readonly close: () => Promise<void>
}

export async function openTests(projects: readonly string[]): Promise<TestRunner> {
  const vitest = await createVitest(
    {
      root: ROOT,
      config: false,
      project: [...projects],
      watch: false,
      silent: true,
      // On disk it would keep a bug for whoever runs next.
      fsModuleCache: false,
      bail: 1,
      reporters: [{}],
    },
    { ...config, test: { ...config.test, projects: projectsWithPlants() } },
  )
  await vitest.standalone()
  const specifications = await vitest.globTestSpecifications()
  const byFile = new Map(specifications.map((each) => [each.moduleId.slice(ROOT.length + 1), each]))
  return {
    run: async (change, files, title) => {
      const asked = files.flatMap((file) => byFile.get(file) ?? [])
      if (asked.length < files.length)
        throw new Error(`no such test: ${files.filter((file) => !byFile.has(file)).join(', ')}`)
      return runOnce(vitest, change, asked, title)
    },
    close: () => vitest.close(),
  }
}

function projectsWithPlants() {
  return (config.test?.projects ?? []).map((project) => {
    if (typeof project !== 'object' || !('test' in project)) throw new Error('our projects are written out')
    const plugins = 'plugins' in project && Array.isArray(project.plugins) ? project.plugins : []
    return { ...project, plugins: [...plugins, plantedSource()] }
  })
}

async function runOnce(
  vitest: Vitest,
  change: Change | null,
  asked: readonly TestSpecification[],
  title: RegExp | undefined,
): Promise<Outcome> {
  forgetEarlierRuns(vitest)
  plant(change)
  if (change) vitest.invalidateFile(change.path)
  if (title) vitest.setGlobalTestNamePattern(title)
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications([...asked])
    const failures = testModules.flatMap((module) => {
      const file = module.relativeModuleId
      const tests = [...module.children.allTests('failed')].map((test) => ({
        file,
        title: test.fullName,
        message: test.result().errors?.[0]?.message ?? '',
      }))
      // A file that cannot even be loaded, or a hook that fails.
      const around = module.errors().map(({ message }) => ({ file, title: '', message }))
      return [...tests, ...around, ...suiteErrors(module, file)]
    })
    const loose = unhandledErrors.map((error) => ({ file: '', title: '', message: inspect(error) }))
    const ran = testModules.flatMap((module) => [
      ...module.children.allTests('passed'),
      ...module.children.allTests('failed'),
    ]).length
    return { failures: [...failures, ...loose], ran }
  } finally {
    plant(null)
    if (change) vitest.invalidateFile(change.path)
    vitest.resetGlobalTestNamePattern()
  }
}

/** What failed before is neither asked for nor counted towards the first failure, at which a run ends. */
function forgetEarlierRuns({ state }: Vitest): void {
  for (const kept of [state.filesMap, state.idMap, state.pathsSet]) kept.clear()
}

function suiteErrors(
  module: { children: { allSuites: () => Iterable<{ errors: () => { message: string }[] }> } },
  file: string,
): Failure[] {
  return [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => ({ file, title: '', message })),
  )
}
