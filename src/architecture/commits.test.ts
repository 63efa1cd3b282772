/** How commits are written, since this is checked. Without git, or in a clone without history, there is nothing to see. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const LONGEST_SUBJECT = 72

test('subjects of commits are at most 72 characters', () => {
  const long = subjectsSince(firstChecked()).filter((subject) => [...subject].length > LONGEST_SUBJECT)
  expect(long).toEqual([])
})

/** The commit that brought this file; in a shallow clone the oldest one that there is. */
function firstChecked(): string | undefined {
  return git('log', '--diff-filter=A', '--format=%H', '--', 'src/architecture/commits.test.ts')[0]
}

function subjectsSince(commit: string | undefined): string[] {
  return commit === undefined ? [] : git('log', '--no-merges', '--format=%s', `${commit}..HEAD`, '--')
}

function git(...args: string[]): string[] {
  try {
    const output = execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.split('\n').filter((line) => line !== '')
  } catch {
    return []
  }
}
