import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Seen } from '#contract/going-live.ts'
import type { Config } from '../config.ts'
import { reasonOf } from './check-address.ts'

const LEAST_FREE_BYTES = 1_000_000_000

/** Writes a small file, reads it and takes it away again. */
export async function checkStorage({ dataDirectory }: Config): Promise<Seen> {
  const folder = join(dataDirectory, 'uploads')
  const file = join(folder, `check-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(file, 'Crew')
    if ((await readFile(file, 'utf8')) !== 'Crew') return { state: 'missing', detail: dataDirectory }
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const detail = `${dataDirectory}: ${(free / 1e9).toFixed(1)} GB free`
    return { state: free < LEAST_FREE_BYTES ? 'missing' : 'ok', detail }
  } catch (error) {
    return { state: 'missing', detail: reasonOf(error) }
  } finally {
    // Where it could not be written there is nothing to take away.
    await rm(file, { force: true }).catch(() => {})
  }
}
