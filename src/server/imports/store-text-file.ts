/** A customer's file on its way in: streamed to disk as UTF-8, and read for what is no text; refused, it leaves nothing. */

import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import type { Language } from '#domain/language.ts'
import { Refused } from '../refused.ts'
import { createTextReader, type TextRead } from './read-text-bytes.ts'
import { importTexts } from './texts.ts'

/**
 * Answers the size that was sent and how it was read. Refuses `too_large` as soon as the limit is passed, `file_not_text` and `file_not_utf8` (which
 * names the line) at the first such byte. The rest of a refused body is dropped unread, so that its sender reads why.
 */
export async function storeTextFile(
  file: Readable,
  path: string,
  { maximumBytes, locale, isUtf8Only }: { maximumBytes: number; locale: Language; isUtf8Only: boolean },
): Promise<TextRead & { readonly sizeBytes: number }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const target = await open(part, 'wx', 0o600)
  try {
    const reader = createTextReader({ refuse: (line) => notUtf8(line, locale), isUtf8Only })
    let sizeBytes = 0
    const chunks: AsyncIterable<Buffer> = file.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      if (sizeBytes > maximumBytes) throw tooLarge(maximumBytes, locale)
      await target.write(reader.add(chunk))
    }
    await target.write(reader.end())
    await target.sync()
    await target.close()
    await rename(part, path)
    return { sizeBytes, ...reader.read() }
  } catch (error) {
    await target.close().catch(() => {})
    await rm(part, { force: true })
    file.resume()
    throw error
  }
}

function notUtf8(line: number, locale: Language): Refused {
  return new Refused('file_not_utf8', { sentence: importTexts[locale].notUtf8(line) })
}

function tooLarge(maximumBytes: number, locale: Language): Refused {
  const megabytes = Math.round(maximumBytes / 1024 / 1024)
  return new Refused('too_large', { sentence: importTexts[locale].tooLarge(megabytes) })
}
