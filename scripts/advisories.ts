/**
 * `npm run advisories`: asks the registry which advisories there are on the packages of the lockfile, and writes them
 * into `data/security/advisories.json`, which the check reads. Not every registry answers that; then the list stays as
 * it is, and this says so and ends with 1. What was there before stays, for whoever goes back to an older version.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Advisory, advisoriesOn, installedIn } from './check-packages.ts'
import { root } from './command.js'
import { type AdvisoryList, mergeAnswer, questionOf } from './read-advisories.ts'

const FILE = join(root, 'data/security/advisories.json')
const WAIT_MS = 30_000

const installed = installedIn(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const list = JSON.parse(readFileSync(FILE, 'utf8')) as AdvisoryList
const registry = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/'

try {
  const answer = await ask(new URL('-/npm/v1/security/advisories/bulk', registry))
  const today = new Date().toISOString().slice(0, 10)
  const merged = mergeAnswer(list, answer, today, new URL(registry).host)
  writeFileSync(FILE, `${JSON.stringify(merged, null, 2)}\n`)
  say(merged.advisories, `asked today; ${merged.advisories.length} advisories are known`)
} catch (error) {
  say(
    list.advisories,
    `the registry could not be asked (${error instanceof Error ? error.message : String(error)}); the list is as of ${list.asOf}`,
  )
  process.exitCode = 1
}

async function ask(url: URL): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(questionOf(installed)),
    signal: AbortSignal.timeout(WAIT_MS),
  })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response.json()
}

function say(advisories: readonly Advisory[], state: string): void {
  const against = advisoriesOn(installed, advisories)
  console.log([`Advisories: ${state}.`, ...against].join('\n'))
  if (against.length > 0) process.exitCode = 1
}
