/** Bytes of a feed as text, and whether they are a whole calendar at all. */

import type { FeedFault } from '#domain/stays/calendar.ts'

/** A place that is let every night for years has hardly a tenth of it. */
const MOST_EVENTS = 10_000

/** UTF-8 as the standard has it, with or without its mark; UTF-16 by its mark; else the letters of old Windows. */
export function decode(body: Uint8Array): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body)
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body)
  return inUtf8(body) ?? inUtf8(withoutFolds(body)) ?? new TextDecoder('windows-1252').decode(body)
}

function inUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** Lines are folded by octets, and some writers fold in the middle of a letter (RFC 5545 §3.1). */
function withoutFolds(body: Uint8Array): Uint8Array {
  const octets = Buffer.from(body).toString('latin1')
  return Buffer.from(octets.replace(/\r?\n[ \t]/g, ''), 'latin1')
}

/** Null for a calendar from its first line to its last. */
export function faultOfText(text: string): FeedFault | null {
  const trimmed = text.trim()
  if (trimmed === '') return 'nothing'
  if (!/^BEGIN:VCALENDAR\s/i.test(trimmed)) return trimmed.startsWith('<') ? 'page' : 'no_calendar'
  const [begun, ended] = [countOf(trimmed, 'BEGIN'), countOf(trimmed, 'END')]
  if (begun > MOST_EVENTS) return 'too_many_events'
  return begun === ended && /\nEND:VCALENDAR$/i.test(trimmed) ? null : 'half'
}

function countOf(text: string, word: 'BEGIN' | 'END'): number {
  return text.match(new RegExp(`^${word}:VEVENT\\s*$`, 'gim'))?.length ?? 0
}
