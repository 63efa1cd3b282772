/** Type-checks the four compiler projects and the journeys, two at a time, again only what changed since the last time. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly } from './command.js'

const waiting = ['server', 'web', 'e2e', 'contract', 'domain']
const failures = []
const remembered = join(root, 'node_modules', '.cache', 'types')
mkdirSync(remembered, { recursive: true })

async function work() {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const tsc = join(root, 'node_modules', '.bin', 'tsc')
    const { code, output } = await runQuietly(tsc, [
      '-p',
      `tsconfig.${project}.json`,
      '--incremental',
      '--tsBuildInfoFile',
      join(remembered, `${project}.tsbuildinfo`),
    ])
    if (code !== 0) failures.push(`tsconfig.${project}.json\n${output.trim()}`)
  }
}

await Promise.all([work(), work()])
if (failures.length > 0) console.error(failures.join('\n\n'))
process.exitCode = failures.length > 0 ? 1 : 0
