/**
 * The backup file: a mark, a zstd stream of parts, and the SHA-256 of everything before it. A part is a header (JSON),
 * chunks of bytes and the SHA-256 of both, so that damage is found before anything is changed.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import { errorCode } from '../error-code.ts'

const texts: z.ZodType<readonly string[]> = z.array(z.string())
const partHeader = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('database'), migrations: texts, takenAt: z.string() }),
  z.object({ kind: z.literal('table'), name: z.string(), columns: texts }),
  z.object({ kind: z.literal('sequence'), name: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  z.object({ kind: z.literal('file'), path: z.string() }),
  z.object({ kind: z.literal('end'), parts: z.int(), rows: z.record(z.string(), z.int()) }),
])

export type PartHeader = z.output<typeof partHeader>

export type Part = { readonly header: PartHeader; readonly body: AsyncIterable<Buffer> }

export type BackupWriter = {
  add(header: PartHeader, body?: AsyncIterable<Uint8Array>): Promise<void>
  /** Puts the file in its place, whole and on disk. */
  finish(): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

const MARK = Buffer.from('CREWBAK1')
const HASH_BYTES = 32
const MAX_FRAME_BYTES = 64 * 1024 * 1024

/** Throws where the file is there already: a backup never overwrites another. */
export async function createBackup(path: string): Promise<BackupWriter> {
  if (await stat(path).catch(() => undefined))
    throw new Error(`There is already a file ${path}; nothing was written.`)
  const unfinished = `${path}.part`
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 6 } })
  const written = pipeline(compress, sealed(), createWriteStream(unfinished, { mode: 0o600 }))
  // Heard in finish(); until then a failure shows as a write that fails.
  written.catch(() => {})

  async function write(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      compress.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }
  async function writeFrame(bytes: Uint8Array): Promise<void> {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    await write(bytes.length < 65_536 ? Buffer.concat([length, bytes]) : length)
    if (bytes.length >= 65_536) await write(bytes)
  }

  return {
    async add(header, body) {
      const head = Buffer.from(JSON.stringify(header))
      const hash = createHash('sha256').update(head)
      await writeFrame(head)
      for await (const chunk of body ?? []) {
        if (chunk.length === 0) continue
        hash.update(chunk)
        await writeFrame(chunk)
      }
      await writeFrame(Buffer.alloc(0))
      await write(hash.digest())
    },
    async finish() {
      compress.end()
      await written
      await using handle = await open(unfinished, 'r')
      await handle.sync()
      await rename(unfinished, path)
    },
    async abandon() {
      compress.destroy()
      await written.catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

/** Reads every part in order; a body must be read before the next part is asked for. Throws on any damage. */
export async function* readParts(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Part> {
  const { size } = await stat(path)
  const source = createReadStream(path, { start: MARK.length, end: size - HASH_BYTES - 1 })
  source.on('data', (chunk) => onBytes(chunk.length))
  const bytes = exactReader(source.pipe(createZstdDecompress().on('close', () => source.destroy())))
  source.on('error', (error) => bytes.fail(error))
  let parts = 0
  for (;;) {
    const head = await readFrame(bytes)
    const header = partHeader.parse(JSON.parse(head.toString()))
    const body = readBody(bytes, createHash('sha256').update(head))
    yield { header, body }
    // What the reader left over still has to match its checksum.
    while (!(await body.next()).done);
    if (header.kind === 'end') {
      if (header.parts !== parts) throw new Error('parts are missing')
      return
    }
    parts++
  }
}

/** Throws one sentence unless the file is whole and every part of it is what was written. */
export async function verifyBackup(path: string, onBytes?: (bytes: number) => void): Promise<void> {
  try {
    const { size } = await stat(path)
    if (size < MARK.length + HASH_BYTES) throw new Error('too short')
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { end: size - HASH_BYTES - 1 })) hash.update(chunk)
    await using handle = await open(path, 'r')
    const { buffer: ends } = await handle.read(Buffer.alloc(HASH_BYTES), 0, HASH_BYTES, size - HASH_BYTES)
    const { buffer: mark } = await handle.read(Buffer.alloc(MARK.length), 0, MARK.length, 0)
    if (!mark.equals(MARK) || !ends.equals(hash.digest())) throw new Error('not the bytes that were written')
    const parts = readParts(path, onBytes)
    while (!(await parts.next()).done);
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT'
    throw new Error(
      isMissing
        ? `There is no file ${path}.`
        : `The file ${path} is damaged or no whole backup of Crew; nothing was changed.`,
      { cause: error },
    )
  }
}

/** Adds the mark in front and the checksum behind. */
function sealed(): Transform {
  const hash = createHash('sha256').update(MARK)
  let isFirst = true
  const withMark = (chunk: Buffer) => {
    const bytes = isFirst ? Buffer.concat([MARK, chunk]) : chunk
    isFirst = false
    return bytes
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, withMark(chunk))
    },
    flush(done) {
      done(null, hash.digest())
    },
  })
}

type ExactReader = { take(count: number): Promise<Buffer>; fail(error: Error): void }

function exactReader(stream: Readable): ExactReader {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async take(count) {
      const gathered = [rest]
      let size = rest.length
      while (size < count) {
        const next = await chunks.next()
        if (next.done) throw new Error('the file ends too early')
        gathered.push(next.value)
        size += next.value.length
      }
      const bytes = gathered.length === 1 ? rest : Buffer.concat(gathered)
      rest = bytes.subarray(count)
      return bytes.subarray(0, count)
    },
    fail: (error) => void stream.destroy(error),
  }
}

async function readFrame(bytes: ExactReader): Promise<Buffer> {
  const length = (await bytes.take(4)).readUInt32BE()
  if (length > MAX_FRAME_BYTES) throw new Error('a frame beyond all measure')
  return bytes.take(length)
}

async function* readBody(bytes: ExactReader, hash: Hash): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk = await readFrame(bytes)
    if (chunk.length === 0) break
    hash.update(chunk)
    yield chunk
  }
  if (!hash.digest().equals(await bytes.take(HASH_BYTES)))
    throw new Error('a part does not match its checksum')
}
