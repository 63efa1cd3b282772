/** Which Node runs the product: the pinned package's, else the running one where it is new enough. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './command.js'

const NEEDED = 26

/** The path of a Node that runs here. Throws one sentence where there is none. */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (process.execPath === pinned) return pinned
  // A build for another C library is there but does not start.
  const { stdout } = spawnSync(pinned, ['--version'], { encoding: 'utf8' })
  if (major(stdout ?? '') >= NEEDED) return pinned
  if (major(process.version) >= NEEDED) return process.execPath
  throw new Error(
    `Crew runs on Node ${NEEDED} or newer and brings none for ${process.platform} on ${process.arch}; ` +
      `please install it (this is Node ${process.versions.node}).`,
  )
}

function major(version) {
  return Number(/^v(\d+)/.exec(version)?.[1] ?? 0)
}
