/**
 * A CSV file on disk, record by record from any byte on. A record that cannot be read costs its first line and no
 * more: reading goes on with the next one.
 */

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import type { Delimiter } from '#domain/imports/file.ts'

export type CsvRecord = {
  /** Null where the record cannot be read. */
  readonly cells: readonly string[] | null
  readonly raw: string
  /** Where the next record begins. */
  readonly endByte: number
}

/** A property fits many times; a quote that is never closed is noticed soon. */
const LONGEST_RECORD = 32 * 1024
const CHUNK_BYTES = 16 * 1024
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

type Parsed = { record: string[]; raw: string; info: { bytes: number } }

/** `fromByte` must be the start of a record. */
export async function* readRecords(
  path: string,
  { delimiter, fromByte }: { delimiter: Delimiter; fromByte: number },
): AsyncGenerator<CsvRecord> {
  for (let start: number | null = fromByte; start !== null; ) {
    let endByte: number = start
    try {
      for await (const { record, raw, info } of parseFrom(path, start, delimiter)) {
        endByte = start + info.bytes
        yield { cells: record, raw, endByte }
      }
      start = null
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      const line = await readLine(path, endByte)
      if (line.endByte === endByte) return
      yield { cells: null, raw: line.text, endByte: line.endByte }
      start = line.endByte
    }
  }
}

/** The line that begins at a byte, cut at the longest record, and where the next one begins. */
export async function readLine(path: string, fromByte: number): Promise<{ text: string; endByte: number }> {
  const file = await open(path)
  try {
    const kept: Buffer[] = []
    let at = fromByte
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, at)
      const bytes = buffer.subarray(0, bytesRead)
      const end = lineEnd(bytes)
      if (at - fromByte < LONGEST_RECORD) kept.push(bytes.subarray(0, end ?? bytes.length))
      at += end ?? bytes.length
      if (end !== null || bytesRead === 0)
        return { text: Buffer.concat(kept).toString().trimEnd(), endByte: at }
    }
  } finally {
    await file.close()
  }
}

/** 3 where the file begins with UTF-8's byte order mark, else 0. */
export async function firstByte(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(3), 0, 3, 0)
    return buffer.equals(BYTE_ORDER_MARK) ? 3 : 0
  } finally {
    await file.close()
  }
}

export function isBlank(cells: readonly string[] | null): boolean {
  return cells?.every((cell) => cell.trim() === '') ?? false
}

/** Yields every record before the one that fails, then throws CsvError: the parser's own stream would drop some. */
async function* parseFrom(path: string, start: number, delimiter: Delimiter): AsyncGenerator<Parsed> {
  const ready: Parsed[] = []
  const parser = parse({
    delimiter,
    info: true,
    raw: true,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record: (parsed: unknown) => {
      if (isParsed(parsed)) ready.push(parsed)
      return null
    },
  })
  // The callbacks below get it, too.
  parser.on('error', () => {})
  parser.resume()
  for await (const chunk of createReadStream(path, { start, highWaterMark: CHUNK_BYTES })) {
    const failure = await new Promise<unknown>((written) => parser.write(chunk, written))
    yield* ready.splice(0)
    if (failure) throw failure
  }
  const failure = await new Promise<unknown>((ended) => parser.end(ended))
  yield* ready.splice(0)
  if (failure) throw failure
}

/** What the parser hands over with the options above. */
function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && 'raw' in value && 'info' in value
}

/** How many bytes the first line has with its end; null where it goes on. */
function lineEnd(bytes: Buffer): number | null {
  const newLine = bytes.indexOf(10)
  const carriageReturn = bytes.indexOf(13)
  if (newLine < 0 && carriageReturn < 0) return null
  if (carriageReturn < 0 || (newLine >= 0 && newLine < carriageReturn)) return newLine + 1
  return bytes[carriageReturn + 1] === 10 ? carriageReturn + 2 : carriageReturn + 1
}
