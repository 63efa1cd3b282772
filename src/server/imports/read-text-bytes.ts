/**
 * The bytes of a table as UTF-8, chunk by chunk, whatever a spreadsheet saved them in. UTF-16 says so at its beginning;
 * Windows-1252 is what is left where the first letter beyond ASCII is no UTF-8: that is a guess, so a word of it is kept
 * for somebody to look at.
 */
import { isUtf8 } from 'node:buffer'
import { Refused } from '../refused.ts'

export type TextRead = {
  readonly encoding: 'utf-8' | 'utf-16' | 'windows-1252'
  /** The first word that would read otherwise in another encoding, where this one is a guess. */
  readonly guessedWord: string | null
}

type Reader = {
  add(chunk: Buffer): Buffer
  end(): Buffer
}

const NEW_LINE = 10
const SHORTEST_HEAD = 2
const LONGEST_WORD = 40
const ODD_LETTER = /[\u0080-\u{10ffff}]/u
const WORD_AFTER = /^[^\s,;"|]*/u
const WORD_BEFORE = /[^\s,;"|]*$/u
/** Bytes that Windows-1252 gives no letter become such controls. */
const UNNAMED = /[\u0080-\u009f]/

/** `refuse` is told the line that cannot be read. With `isUtf8Only` nothing is guessed. */
export function createTextReader({
  refuse,
  isUtf8Only,
}: {
  readonly refuse: (line: number) => Refused
  readonly isUtf8Only: boolean
}) {
  let head: Buffer = Buffer.alloc(0)
  let reader: Reader | null = null
  let read: TextRead = { encoding: 'utf-8', guessedWord: null }
  const begin = (): Reader => {
    const wide = isUtf8Only ? null : wideDecoder(head)
    if (wide !== null) read = { encoding: 'utf-16', guessedWord: null }
    return wide ?? utf8Reader({ refuse, onGuess: isUtf8Only ? null : onGuess })
  }
  const onGuess = (guessedWord: string) => {
    read = { encoding: 'windows-1252', guessedWord }
  }
  return {
    add(chunk: Buffer): Buffer {
      if (reader !== null) return reader.add(chunk)
      head = Buffer.concat([head, chunk])
      if (head.length < SHORTEST_HEAD) return Buffer.alloc(0)
      reader = begin()
      return reader.add(head)
    },
    end(): Buffer {
      if (reader !== null) return reader.end()
      reader = begin()
      return Buffer.concat([reader.add(head), reader.end()])
    },
    read: () => read,
  }
}

function wideDecoder(head: Buffer): Reader | null {
  const little = head[0] === 0xff && head[1] === 0xfe
  const big = head[0] === 0xfe && head[1] === 0xff
  if (!little && !big) return null
  const decoder = new TextDecoder(little ? 'utf-16le' : 'utf-16be', { fatal: true })
  const decode = (bytes: Buffer, stream: boolean) => {
    try {
      const text = decoder.decode(bytes, { stream })
      if (text.includes('\0')) throw new Refused('file_not_text')
      return Buffer.from(text)
    } catch (error) {
      throw error instanceof Refused ? error : new Refused('file_not_text')
    }
  }
  return { add: (chunk) => decode(chunk, true), end: () => decode(Buffer.alloc(0), false) }
}

type Listener = {
  readonly refuse: (line: number) => Refused
  readonly onGuess: ((word: string) => void) | null
}

/** A letter may be cut between two chunks. */
function utf8Reader({ refuse, onGuess }: Listener): Reader {
  let cut: Buffer = Buffer.alloc(0)
  let line = 1
  let isAscii = true
  let isWindows = false
  const readWindows = (bytes: Buffer): Buffer => {
    const text = new TextDecoder('windows-1252').decode(bytes)
    const unnamed = UNNAMED.exec(text)
    if (unnamed !== null) throw refuse(line + countLines(bytes.subarray(0, unnamed.index)))
    line += countLines(bytes)
    return Buffer.from(text)
  }
  const guessWindows = (bytes: Buffer, onGuess: NonNullable<Listener['onGuess']>): Buffer => {
    const text = readWindows(bytes)
    isWindows = true
    onGuess(oddWordIn(text.toString()))
    return text
  }
  return {
    add(chunk) {
      if (chunk.includes(0)) throw new Refused('file_not_text')
      if (isWindows) return readWindows(chunk)
      const bytes = cut.length === 0 ? chunk : Buffer.concat([cut, chunk])
      const whole = bytes.subarray(0, wholeLetters(bytes))
      if (!isUtf8(whole)) {
        if (onGuess === null || !isAscii || startsAsUtf8(whole)) throw refuse(line + lineOfFault(bytes))
        return guessWindows(bytes, onGuess)
      }
      isAscii &&= whole.every((byte) => byte < 0x80)
      line += countLines(whole)
      cut = Buffer.from(bytes.subarray(whole.length))
      return whole
    },
    end() {
      if (isWindows || cut.length === 0) return Buffer.alloc(0)
      // More than one byte of a letter is a file that was cut.
      if (onGuess === null || !isAscii || cut.length > 1) throw refuse(line)
      return guessWindows(cut, onGuess)
    },
  }
}

/** The first word with a letter beyond ASCII, found from that letter: whoever looks for all of it looks again at each letter. */
function oddWordIn(text: string): string {
  const at = text.search(ODD_LETTER)
  if (at < 0) return ''
  const before = WORD_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_WORD / 2), at))?.[0] ?? ''
  const after = WORD_AFTER.exec(text.slice(at, at + LONGEST_WORD))?.[0] ?? ''
  return `${before}${after}`.slice(0, LONGEST_WORD)
}

/** Whether the first letter beyond ASCII is one in UTF-8: then the fault is damage and no other encoding. */
function startsAsUtf8(bytes: Buffer): boolean {
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const lead = bytes[first]!
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return isUtf8(bytes.subarray(first, first + length))
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) lines += 1
  return lines
}

/** How many whole lines stand before the first that is no UTF-8. */
function lineOfFault(bytes: Buffer): number {
  let lines = 0
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(NEW_LINE, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break
    lines += 1
    start = end + 1
  }
  return lines
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
