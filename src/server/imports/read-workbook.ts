/**
 * The first sheet of an Excel workbook (.xlsx) as a CSV file. A workbook is a zip that anybody may have made: it is read in
 * a process of its own with little memory, no secrets and an end, one at a time, so that a bomb ends that process only.
 */
import { spawn } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Language } from '#domain/language.ts'
import { Refused } from '../refused.ts'
import { importTexts } from './texts.ts'

const workbookRead = z.union([
  z.object({ sheet: z.string(), otherSheets: z.int() }),
  z.object({ failed: z.enum(['too_large', 'unreadable']) }),
])

export type WorkbookRead = z.infer<typeof workbookRead>
type Sheet = Extract<WorkbookRead, { sheet: string }>

const SCRIPT = fileURLToPath(new URL('./run-workbook.ts', import.meta.url))
const MOST_HEAP_MB = 300
const LONGEST_MS = 30_000
/** Of every zip, and of no text. */
const ZIP_MARK = Buffer.from('PK\u0003\u0004')

/**
 * By its first bytes, with the whole file to be read from there. They are taken out while the next are waited for: a
 * stream that holds any says so again and again, and whoever asks it then comes to nothing else.
 */
export async function lookAtFile(sent: Readable): Promise<{ isWorkbook: boolean; file: Readable }> {
  const chunks: AsyncIterator<Buffer> = sent.iterator({ destroyOnReturn: false })
  let head = Buffer.alloc(0)
  while (head.length < ZIP_MARK.length) {
    const next = await chunks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  return {
    isWorkbook: head.subarray(0, ZIP_MARK.length).equals(ZIP_MARK),
    file: Readable.from(goOn(head, chunks)),
  }
}

async function* goOn(head: Buffer, chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
}

/** Writes the file as it comes; refuses `too_large` as soon as the limit is passed, and the rest is dropped unread. */
export async function storeWorkbook(
  file: Readable,
  path: string,
  { maximumBytes, locale }: { readonly maximumBytes: number; readonly locale: Language },
): Promise<number> {
  const target = await open(path, 'wx', 0o600)
  let sizeBytes = 0
  try {
    const chunks: AsyncIterable<Buffer> = file.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      sizeBytes += chunk.length
      if (sizeBytes > maximumBytes)
        throw new Refused('too_large', {
          sentence: importTexts[locale].tooLarge(Math.round(maximumBytes / 1_048_576)),
        })
      await target.write(chunk)
    }
    return sizeBytes
  } catch (error) {
    file.resume()
    await rm(path, { force: true })
    throw error
  } finally {
    await target.close()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Throws Refused with what to do where it is none, or too large when opened. */
export async function readWorkbook(
  workbook: string,
  { csv, locale }: { readonly csv: string; readonly locale: Language },
): Promise<Sheet> {
  const reading = last.then(() => convert(workbook, csv))
  last = reading.catch(() => {})
  const read = await reading
  if (!('failed' in read)) return read
  const { workbookTooLarge, notWorkbook } = importTexts[locale]
  if (read.failed === 'too_large') throw new Refused('too_large', { sentence: workbookTooLarge })
  throw new Refused('file_not_text', { sentence: notWorkbook })
}

function convert(workbook: string, csv: string): Promise<WorkbookRead> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${MOST_HEAP_MB}`, '--no-warnings', SCRIPT, workbook, csv],
      { env: {}, stdio: ['ignore', 'pipe', 'ignore'], timeout: LONGEST_MS, killSignal: 'SIGKILL' },
    )
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
    child.once('error', () => resolve({ failed: 'unreadable' }))
    // Whoever ends without a word was killed: by the clock, or by its own memory.
    child.once('close', () => resolve(said === '' ? { failed: 'too_large' } : readSaid(said)))
  })
}

function readSaid(said: string): WorkbookRead {
  return workbookRead.parse(JSON.parse(said))
}
