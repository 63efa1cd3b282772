/** `npm test -- changed`: the quick steps, and the tests that a change touches. Says what it leaves to the whole check. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Outcome, testStep } from './check-steps.ts'
import { serverTestsFor } from './changed-tests.ts'
import { root, runQuietly } from './command.js'

/** About a minute on two cores. */
const MOST_SERVER_TESTS = 20

export type ChangedStep = { readonly name: string; readonly run: () => Promise<Outcome> }

/** Of what is not on main yet, committed or not; on main itself, of the last commit. */
export async function changedSteps(): Promise<{ steps: ChangedStep[]; notes: string[] }> {
  const changed = await changedFiles()
  const { chosen, left } = serverTestsFor(changed, await readSources(), MOST_SERVER_TESTS)
  const touchesScreens = changed.some((path) => /^src\/(web|domain|contract|testing)\//.test(path))
  const steps = [
    { name: 'rules', run: () => testStep('unit') },
    ...(touchesScreens ? [{ name: 'screens', run: () => testStep('web') }] : []),
    ...(chosen.length > 0
      ? [{ name: `server, ${chosen.length} files`, run: () => testStep('server', {}, chosen) }]
      : []),
  ]
  const notes = [
    `${changed.length} files differ.`,
    ...(left.length > 0 ? [`Left to the whole check: ${left.join(', ')}.`] : []),
    'Left to the whole check as well: the build, the other PostgreSQL, the journeys in a browser.',
  ]
  return { steps, notes }
}

async function changedFiles(): Promise<string[]> {
  const [head] = await git('rev-parse', 'HEAD')
  const bases = await Promise.all(['main', 'origin/main'].map((name) => git('merge-base', 'HEAD', name)))
  const base = bases.flat()[0]
  const untracked = await git('ls-files', '--others', '--exclude-standard')
  const uncommitted = [...(await git('diff', '--name-only', 'HEAD')), ...untracked]
  const isOnMain = base === undefined || base === head
  const since = isOnMain && uncommitted.length === 0 ? 'HEAD~1' : (base ?? 'HEAD')
  return [...new Set([...(await git('diff', '--name-only', since)), ...untracked])]
}

async function readSources() {
  const paths = await git('ls-files', '--cached', '--others', '--exclude-standard', '--', 'src', 'sim')
  const isCode = (path: string) => /\.tsx?$/.test(path)
  return Promise.all(
    paths.map(async (path) => ({
      path,
      text: isCode(path) ? await readFile(join(root, path), 'utf8').catch(() => '') : '',
    })),
  )
}

async function git(...args: string[]): Promise<string[]> {
  const { code, output } = await runQuietly('git', args)
  return code === 0 ? output.split('\n').filter((line) => line !== '') : []
}
