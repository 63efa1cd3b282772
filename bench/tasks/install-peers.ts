/** The peers of our queue, in a folder beside the project: no package of this house. Null where no registry is. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PEERS = { 'graphile-worker': '0.18.0', 'pg-boss': '12.38.0' }
const LONGEST_MS = 120_000

export async function installPeers(): Promise<string | null> {
  const folder = join(tmpdir(), 'crew-bench-peers')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PEERS }))
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: folder,
      timeout: LONGEST_MS,
    })
    return folder
  } catch {
    return null
  }
}

export function nameOfPeers(): string {
  return Object.entries(PEERS)
    .map(([name, version]) => `${name} ${version}`)
    .join(' and ')
}
