/** A file on its way in: streamed to disk, counted, summed, and gone again when its reader is done with it. */

import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../error-code.ts'
import { Refused } from '../refused.ts'

export type ReceivedFile = { readonly path: string; readonly sizeBytes: number; readonly sha256: Buffer }

/** So much of a body that is too large is still listened to (and dropped), so that its sender reads the refusal. */
const POLITE_FACTOR = 4

/** Refuses `too_large` beyond the limit. Whatever happens, nothing stays behind. */
export async function withReceivedFile<Result>(
  { folder, file, maximumBytes }: { folder: string; file: Readable; maximumBytes: number },
  use: (received: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${randomBytes(12).toString('hex')}.part`)
  try {
    return await use({ path, ...(await write(file, path, maximumBytes)) })
  } finally {
    await rm(path, { force: true })
  }
}

async function write(file: Readable, path: string, maximumBytes: number) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length
      if (sizeBytes > POLITE_FACTOR * maximumBytes) return done(new Refused('too_large'))
      if (sizeBytes > maximumBytes) return done()
      hash.update(chunk)
      return done(null, chunk)
    },
  })
  try {
    await pipeline(file, count, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (sizeBytes > maximumBytes) throw new Refused('too_large')
  } catch (error) {
    // The sender went away: nobody reads the answer, and it is no fault of ours.
    if (errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE') throw new Refused('bad_input')
    throw error
  }
  return { sizeBytes, sha256: hash.digest() }
}
