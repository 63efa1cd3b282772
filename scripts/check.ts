/**
 * `npm test`: the whole check, a line for each step, going on after a failure so that every one is seen. `-- lint` runs
 * one step, `-- changed` what a change touches, `-- both` everything with every test of the server on both databases.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { changedSteps } from './changed.ts'
import { testOnEmbedded, testOnOtherPostgres } from './both-databases.ts'
import { findBrowser } from './check-browser.ts'
import { type Outcome, programStep, type TestFile, testStep, testStepTwice } from './check-steps.ts'
import { root } from './command.js'
import { markPagesBuilt } from './pages.js'

type Step = { readonly name: string; readonly run: () => Promise<Outcome> }

const node = process.execPath
const SLOWEST_SHOWN = 10

const QUICK: readonly Step[] = [
  { name: 'format', run: () => programStep('biome', ['format', '--max-diagnostics=20', '.']) },
  { name: 'lint', run: () => programStep('oxlint', ['--type-aware']) },
  { name: 'types', run: () => programStep(node, [join(root, 'scripts', 'types.js')]) },
]
const BUILT: readonly Step[] = [
  { name: 'dead code', run: findDeadCode },
  { name: 'build', run: buildPages },
]
const TESTS: readonly Step[] = [
  { name: 'rules', run: () => testStep('unit') },
  { name: 'screens', run: () => testStepTwice('web') },
  { name: 'server on the embedded PostgreSQL', run: testOnEmbedded },
  { name: 'server on another PostgreSQL', run: () => testOnOtherPostgres(isBoth) },
  { name: 'journeys in a browser', run: testInBrowser },
]
const STEPS = [...QUICK, ...BUILT, ...TESTS]

const wanted = process.argv.slice(2)
const isChanged = wanted.length === 1 && wanted[0] === 'changed'
const isBoth = wanted.length === 1 && wanted[0] === 'both'
for (const word of wanted) {
  if (isChanged || isBoth || STEPS.some(({ name }) => name.startsWith(word))) continue
  console.error(
    `There is no step ${word}; there are: ${STEPS.map(({ name }) => name).join(', ')}; and: changed, both.`,
  )
  process.exit(1)
}
const startedAt = performance.now()
let passed = 0
let failed = 0
const files: (TestFile & { step: string })[] = []

if (isChanged) await checkChanged()
else await checkAll()
for (const folder of ['counts', 'statements'])
  await rm(join(root, 'test-results', folder), { recursive: true, force: true })

printSlowest()
console.log(`${isChanged ? 'This' : 'The whole check'} took ${secondsSince(startedAt)} s.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function checkAll(): Promise<void> {
  const isWanted = ({ name }: Step) =>
    wanted.length === 0 || isBoth || wanted.some((word) => name.startsWith(word))
  await sideBySide([...QUICK, ...BUILT].filter(isWanted))
  for (const step of TESTS.filter(isWanted)) await check(step)
}

async function checkChanged(): Promise<void> {
  const { steps, notes } = await changedSteps()
  for (const note of notes) console.log(note)
  await sideBySide(QUICK)
  for (const step of steps) await check(step)
}

/** Two at a time; tests use every core by themselves. */
async function sideBySide(steps: readonly Step[]): Promise<void> {
  const waiting = [...steps]
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await check(step)
  }
  await Promise.all([work(), work()])
}

/** Runs a step, counts it and says its line. */
async function check({ name, run }: Step): Promise<void> {
  const stepStartedAt = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`… ${name}`)
  const outcome = await run()
  passed += outcome.passed
  failed += outcome.failed
  files.push(...(outcome.files ?? []).map((file) => ({ ...file, step: name })))
  const clear = process.stdout.isTTY ? '\r\x1b[K' : ''
  const mark = outcome.failed > 0 ? '✗' : '✓'
  console.log(`${clear}${mark} ${name}: ${outcome.summary} (${secondsSince(stepStartedAt)} s)`)
  if (outcome.output) console.log(outcome.output.replaceAll(/^/gm, '    '))
}

function printSlowest(): void {
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN)
  if (slowest.length > 0) console.log(`The ${slowest.length} slowest test files:`)
  for (const { path, seconds, step } of slowest)
    console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${path} (${step})`)
}

function secondsSince(at: number): string {
  return ((performance.now() - at) / 1000).toFixed(1)
}

async function buildPages(): Promise<Outcome> {
  const outcome = await programStep('vite', ['build'])
  if (outcome.failed === 0) markPagesBuilt()
  return outcome
}

/** What nobody uses, and then what only tests use. */
async function findDeadCode(): Promise<Outcome> {
  const outcome = await programStep('knip', ['--no-progress'])
  return outcome.failed > 0 ? outcome : programStep('knip', ['--no-progress', '--production'])
}

async function testInBrowser(): Promise<Outcome> {
  const browser = await findBrowser()
  if ('missing' in browser) return { passed: 0, failed: 1, summary: browser.missing }
  return testStepTwice('e2e', { CHROMIUM_PATH: browser.path })
}
