/** Type-checks the four compiler projects and the journeys, two at a time. */
import { join } from 'node:path'
import { root, runQuietly } from './command.js'

const waiting = ['server', 'web', 'e2e', 'contract', 'domain']
const failures = []

async function work() {
  for (let project = waiting.shift(); project !== undefined; project = waiting.shift()) {
    const tsc = join(root, 'node_modules', '.bin', 'tsc')
    const { code, output } = await runQuietly(tsc, ['-p', `tsconfig.${project}.json`])
    if (code !== 0) failures.push(`tsconfig.${project}.json\n${output.trim()}`)
  }
}

await Promise.all([work(), work()])
if (failures.length > 0) console.error(failures.join('\n\n'))
process.exitCode = failures.length > 0 ? 1 : 0
