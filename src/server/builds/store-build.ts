/**
 * The parts of a build in the folder that all processes share. While a release is brought to one process after another,
 * a page of the one asks the other for its parts, and a page that was open before asks for what nobody has built since.
 */
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#domain/time.ts'

const KEPT_DAYS = 30
/** Parts never change under their name. */
const PARTS = 'assets'

/** Answers the folder that pages may be served from besides their own. Does nothing where nothing is built. */
export async function storeBuild(pagesDirectory: string, dataDirectory: string): Promise<string> {
  const kept = join(dataDirectory, 'builds')
  await mkdir(join(kept, PARTS), { recursive: true })
  const own = await readdir(join(pagesDirectory, PARTS)).catch(() => [])
  const now = new Date()
  for (const name of own) await store(join(pagesDirectory, PARTS, name), join(kept, PARTS, name), now)
  await removeOld(join(kept, PARTS), now.getTime() - KEPT_DAYS * DAY_MS)
  return kept
}

/** Whole or not at all, also where two processes begin at the same time. */
async function store(from: string, to: string, now: Date): Promise<void> {
  const known = await stat(to).catch(() => null)
  if (known === null) {
    const unfinished = `${to}.${randomBytes(6).toString('hex')}.part`
    await copyFile(from, unfinished)
    await rename(unfinished, to)
  } else if (known.mtimeMs < now.getTime() - DAY_MS) await utimes(to, now, now)
}

async function removeOld(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => null)
    if (known !== null && known.mtimeMs < before) await rm(path, { force: true })
  }
}
