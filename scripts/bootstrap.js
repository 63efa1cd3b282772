/**
 * The one door of every npm script, in plain JavaScript for any Node from 18: installs what the lockfile names, builds
 * the pages when they are out of date, and goes on under the Node that the project pins.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { becomeOrRun, root } from './command.js'
import { ensureInstalled } from './install.js'
import { ensurePagesBuilt } from './pages.js'
import { pinnedNode } from './pinned-node.js'

const ENTRIES = {
  start: 'src/cli/start.ts',
  dev: 'src/cli/dev.ts',
  test: 'scripts/check.ts',
  bench: 'bench/main.ts',
  screenshots: 'e2e/screenshots.ts',
  seed: 'src/cli/seed.ts',
  simulate: 'src/cli/simulate.ts',
  doctor: 'src/cli/doctor.ts',
  reconcile: 'src/cli/reconcile.ts',
  reseal: 'src/cli/reseal.ts',
  cluster: 'scripts/cluster/main.ts',
  backup: 'src/cli/backup.ts',
  restore: 'src/cli/restore.ts',
  operator: 'src/cli/operator.ts',
  clock: 'src/cli/clock.ts',
  schema: 'src/cli/schema.ts',
  advisories: 'scripts/advisories.ts',
}

const [name = '', ...args] = process.argv.slice(2)

try {
  const entry = ENTRIES[name]
  if (entry === undefined)
    throw new Error(`There is no command ${name}; there are ${Object.keys(ENTRIES).join(', ')}.`)
  if (!existsSync(join(root, entry)))
    throw new Error(`The command ${name} is not there: ${entry} is missing.`)
  await ensureInstalled()
  const node = pinnedNode()
  if (name === 'start') await ensurePagesBuilt(node)
  await becomeOrRun(node, [join(root, entry), ...args])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
