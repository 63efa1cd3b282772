/** A customer's file on its way in: streamed to disk and read for what is no UTF-8 text; refused, it leaves nothing. */

import { isUtf8 } from 'node:buffer'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import type { Language } from '#domain/language.ts'
import { errorCode } from '../error-code.ts'
import { Refused } from '../refused.ts'
import { importTexts } from './texts.ts'

const NEW_LINE = 10

/**
 * Answers the size. Refuses `too_large` as soon as the limit is passed, `file_not_text` and `file_not_utf8` (which
 * names the line) at the first such byte. The rest of a refused body is dropped unread, so that its sender reads why.
 */
export async function storeTextFile(
  file: Readable,
  path: string,
  { maximumBytes, locale }: { maximumBytes: number; locale: Language },
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const target = await open(part, 'wx', 0o600)
  try {
    const check = createTextCheck(locale)
    let sizeBytes = 0
    const chunks: AsyncIterable<Buffer> = file.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      if (sizeBytes > maximumBytes) throw tooLarge(maximumBytes, locale)
      check.add(chunk)
      await target.write(chunk)
    }
    check.end()
    await target.sync()
    await target.close()
    await rename(part, path)
    return sizeBytes
  } catch (error) {
    await target.close().catch(() => {})
    await rm(part, { force: true })
    file.resume()
    if (error instanceof Refused) throw error
    const code = errorCode(error)
    // The sender went away: nobody waits for the answer, and it is no fault of ours.
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET') throw new Refused('bad_input')
    throw error
  }
}

/** Looks at chunk after chunk; a letter may be cut between two of them. */
function createTextCheck(locale: Language) {
  let cut: Buffer = Buffer.alloc(0)
  let line = 1
  const refuseWhere = (bytes: Buffer) => {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEW_LINE, start)
      if (end < 0 || !isUtf8(bytes.subarray(start, end))) break
      line += 1
      start = end + 1
    }
    throw notUtf8(line, locale)
  }
  return {
    add(chunk: Buffer): void {
      if (chunk.includes(0)) throw new Refused('file_not_text')
      const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk])
      const whole = bytes.subarray(0, wholeLetters(bytes))
      if (!isUtf8(whole)) refuseWhere(bytes)
      for (let at = whole.indexOf(NEW_LINE); at >= 0; at = whole.indexOf(NEW_LINE, at + 1)) line += 1
      cut = Buffer.from(bytes.subarray(whole.length))
    },
    end(): void {
      if (cut.length > 0) throw notUtf8(line, locale)
    },
  }
}

/** How many bytes there are up to the start of a letter that the end cuts. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

function notUtf8(line: number, locale: Language): Refused {
  return new Refused('file_not_utf8', { sentence: importTexts[locale].notUtf8(line) })
}

function tooLarge(maximumBytes: number, locale: Language): Refused {
  const megabytes = Math.round(maximumBytes / 1024 / 1024)
  return new Refused('too_large', { sentence: importTexts[locale].tooLarge(megabytes) })
}
