/**
 * Plants each bug that once survived, one at a time and only in memory, and runs the test that is to see it. The bar:
 * each is seen, by the very test that docs/planted-bugs.md names.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bug } from './mutants/planted/bug.ts'
import { PLANTED_BUGS } from './mutants/planted/bugs.ts'
import { PLANTED_PAGE, plantedPage } from './mutants/planted-page.ts'
import type { Change } from './mutants/planted-source.ts'
import { openTests, ROOT, type TestRunner } from './mutants/run-tests.ts'

/** Arguments: words; with some, only the bugs and files that have one of them. `write` writes the page alone. */
export async function run(words: readonly string[]): Promise<void> {
  if (words[0] === 'write') return writeFileSync(join(ROOT, PLANTED_PAGE), plantedPage())
  const bugs = Object.values(PLANTED_BUGS)
    .flat()
    .filter(({ bug, file, test }) =>
      words.length === 0 ? true : words.some((word) => `${bug} ${file} ${test.join(' ')}`.includes(word)),
    )
  const tests = await openTests(['unit', 'web', 'server'])
  let seen = 0
  try {
    for (const bug of bugs) {
      const fault = await faultOf(bug, tests)
      if (fault === null) seen += 1
      console.log(
        `${fault === null ? 'seen    ' : 'SURVIVED'}  ${bug.bug}${fault === null ? '' : ` (${fault})`}`,
      )
    }
  } finally {
    await tests.close()
  }
  console.log(`\n${seen} of ${bugs.length} seen`)
  if (seen < bugs.length) process.exitCode = 1
}

/** Null where the named test, and not only another, fails with the bug and because of it. */
async function faultOf(bug: Bug, tests: TestRunner): Promise<string | null> {
  const change = changeOf(bug)
  if (change === null) return `${bug.file} does not have the text once`
  const [file, title] = bug.test
  const pattern = patternOf(title)
  try {
    const { failures, ran } = await tests.run(change, [file], pattern)
    if (ran === 0 && failures.length === 0) return `${file} has no test “${title}”`
    if (!failures.some((failure) => pattern.test(failure.title)))
      return failures[0]?.message ?? 'the test passes'
    // It fails because of the bug only if it passes without.
    const [without] = (await tests.run(null, [file], pattern)).failures
    return without === undefined ? null : `it fails without the bug, too: ${without.message}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function changeOf({ file, from, to }: Bug): Change | null {
  const path = join(ROOT, file)
  const code = readFileSync(path, 'utf8')
  const start = code.indexOf(from)
  if (start < 0 || code.includes(from, start + 1)) return null
  return { path, start, end: start + from.length, instead: to }
}

/** A title of a table has its values where the source has `%s` or `$name`. */
function patternOf(title: string): RegExp {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(escaped.replaceAll(/%[a-z]|\\\$\w+/g, '.*'))
}
