/** Pictures as files in the data folder. A picture is there whole or not at all, also after a power cut. */

import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { copyPrefix, type PhotoStore } from './port.ts'

/** `visits/ab/0f3c.webp`: names that we make; anything else could leave the folder. */
const KEY = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*\.[a-z0-9]+$/

/** Throws RangeError on a key that is not ours. */
export function createPhotoFolder(directory: string): PhotoStore {
  const pathOf = (key: string): string => {
    if (!KEY.test(key) || key.length > 200) throw new RangeError(`not the key of a photo: ${key}`)
    return join(directory, key)
  }
  return {
    put: (key, bytes) => writeWhole(pathOf(key), bytes),
    get: async (key) => openIfThere(pathOf(key)),
    remove: (key) => removeWithCopies(pathOf(key)),
  }
}

async function removeWithCopies(path: string): Promise<void> {
  await rm(path, { force: true })
  const folder = dirname(path)
  const prefix = copyPrefix(basename(path))
  const isCopy = (name: string) => name.startsWith(`${prefix}-`) || name.startsWith(`${prefix}.`)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter(isCopy)) await rm(join(folder, name), { force: true })
}

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await writeSynced(unfinished, bytes)
    await rename(unfinished, path)
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name itself must reach the disk too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openIfThere(path: string): Promise<Readable | null> {
  try {
    const file = await open(path, 'r')
    return createReadStream('', { fd: file, autoClose: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
