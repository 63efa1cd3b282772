/** `npm test`: the whole check, a line for each step, going on after a failure so that every one is seen. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startOtherPostgres } from '#testing/other-postgres.ts'
import { findBrowser } from './check-browser.ts'
import { type Outcome, programStep, testStep } from './check-steps.ts'
import { root } from './command.js'
import { markPagesBuilt } from './pages.js'

type Step = { readonly name: string; readonly run: () => Promise<Outcome> }

const node = process.execPath

const STEPS: readonly Step[] = [
  { name: 'format', run: () => programStep('biome', ['format', '--max-diagnostics=20', '.']) },
  { name: 'lint', run: () => programStep('oxlint', ['--type-aware']) },
  { name: 'types', run: () => programStep(node, [join(root, 'scripts', 'types.js')]) },
  { name: 'dead code', run: () => programStep('knip', ['--no-progress']) },
  { name: 'build', run: buildPages },
  { name: 'rules', run: () => testStep('unit') },
  { name: 'screens', run: () => testStep('web') },
  { name: 'server on the embedded PostgreSQL', run: () => testStep('server') },
  { name: 'server on another PostgreSQL', run: testOnOtherPostgres },
  { name: 'journeys in a browser', run: testInBrowser },
]

const wanted = process.argv.slice(2)
for (const word of wanted) {
  if (STEPS.some(({ name }) => name.startsWith(word))) continue
  console.error(`There is no step ${word}; there are: ${STEPS.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
const startedAt = performance.now()
let passed = 0
let failed = 0

for (const { name, run } of STEPS) {
  if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) continue
  const stepStartedAt = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`… ${name}`)
  const outcome = await run()
  passed += outcome.passed
  failed += outcome.failed
  const seconds = ((performance.now() - stepStartedAt) / 1000).toFixed(1)
  const clear = process.stdout.isTTY ? '\r' : ''
  console.log(`${clear}${outcome.failed > 0 ? '✗' : '✓'} ${name}: ${outcome.summary} (${seconds} s)`)
  if (outcome.output) console.log(outcome.output.replaceAll(/^/gm, '    '))
}
await rm(join(root, 'test-results', 'counts'), { recursive: true, force: true })

console.log(`The whole check took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function buildPages(): Promise<Outcome> {
  const outcome = await programStep('vite', ['build'])
  if (outcome.failed === 0) markPagesBuilt()
  return outcome
}

async function testOnOtherPostgres(): Promise<Outcome> {
  const server = await startOtherPostgres()
  if (typeof server === 'string') return { passed: 0, failed: 0, summary: `left out, ${server}` }
  try {
    const outcome = await testStep('server', { TEST_DATABASE_URL: server.url })
    return { ...outcome, summary: `${outcome.summary}, ${server.version}` }
  } finally {
    await server.stop()
  }
}

async function testInBrowser(): Promise<Outcome> {
  const browser = await findBrowser()
  if ('missing' in browser) return { passed: 0, failed: 1, summary: browser.missing }
  return testStep('e2e', { CHROMIUM_PATH: browser.path })
}
