/**
 * Calendars of as many places as are asked for, as platforms write them, from a process of their own. Each platform has
 * an address of its own, and as outside some send nothing anew that has not changed, some always do, some break.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type LocalDate, localDate } from '#domain/time.ts'
import { MIX } from './mix.ts'

const STAYS = 40
const DAYS_APART = 9
const NIGHTS = 3
/** Years of a place let by the night, and what somebody sends who means us harm. */
const HUGE_STAYS = 4_000
const FILLING = 'x'.repeat(1_024)
const TOO_LARGE_BYTES = 8_000_000
const SLOW_MS = 2_000
const LONGER_THAN_ANYBODY_WAITS_MS = 15_000

const today = localDate(process.argv[2] ?? '')
const platforms = Number(process.argv[3])
const readings = new Map<number, number>()
const sent = { whole: 0, same: 0, broken: 0, slow: 0, hanging: 0, huge: 0, tooLarge: 0 }

const origins = await Promise.all(Array.from({ length: platforms }, open))
process.send?.({ origins })
process.on('message', () => process.send?.({ sent }))

function open(): Promise<string> {
  const server = createServer((request, response) => void answer(request, response))
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const place = Number(/^\/(\d+)\.ics$/.exec(request.url ?? '')?.[1])
  const reading = (readings.get(place) ?? 0) + 1
  readings.set(place, reading)
  const kind = MIX.kindOf(place)
  if (kind === 'broken' && reading % 2 === 0) return answerBroken(response, place + reading)
  if (kind === 'slow') await sleep(SLOW_MS)
  if (kind === 'hanging') await sleep(LONGER_THAN_ANYBODY_WAITS_MS)
  if (kind === 'slow' || kind === 'hanging' || kind === 'huge' || kind === 'tooLarge') sent[kind] += 1
  if (kind === 'tooLarge') return answerTooLarge(response)
  const version = MIX.versionOf(place, reading)
  const etag = `"${place}-${version}"`
  if (kind === 'marked' && request.headers['if-none-match'] === etag) {
    sent.same += 1
    return void response.writeHead(304).end()
  }
  sent.whole += 1
  const marks = kind === 'marked' ? { etag } : {}
  response.writeHead(200, { 'content-type': 'text/calendar; charset=utf-8', ...marks })
  response.end(calendarOf(place, version, kind === 'huge' ? HUGE_STAYS : STAYS))
}

/** A page, a failure, half a calendar, an empty one. */
function answerBroken(response: ServerResponse, turn: number): void {
  sent.broken += 1
  const whole = calendarOf(0, 0, STAYS)
  const [status, body] = [
    [200, '<!doctype html><title>Sign in</title>'],
    [503, 'Try again later'],
    [200, whole.slice(0, whole.length / 2)],
    [200, 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'],
  ][turn % 4] as [number, string]
  response.writeHead(status).end(body)
}

function answerTooLarge(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/calendar' })
  response.on('error', () => {})
  for (let bytes = 0; bytes < TOO_LARGE_BYTES; bytes += FILLING.length) response.write(FILLING)
  response.end()
}

/** At each version another stay has moved by a day. */
function calendarOf(place: number, version: number, stays: number): string {
  const events = Array.from({ length: stays }, (_, stay) => {
    const isMoved = version > 0 && stay === version % STAYS
    const from = addDays(today, (stay - Math.floor(stays / 2)) * DAYS_APART + (isMoved ? 1 : 0))
    return eventOf(`${place}-${stay}`, from, version)
  })
  const head = ['BEGIN:VCALENDAR', 'PRODID:-//Airbnb Inc//Hosting Calendar 1.0//EN', 'VERSION:2.0']
  return `${[...head, ...events.flat(), 'END:VCALENDAR'].join('\r\n')}\r\n`
}

function eventOf(name: string, from: LocalDate, version: number): string[] {
  const compact = (day: LocalDate) => day.replaceAll('-', '')
  return [
    'BEGIN:VEVENT',
    `DTSTAMP:${compact(today)}T${String(version % 24).padStart(2, '0')}0000Z`,
    `DTSTART;VALUE=DATE:${compact(from)}`,
    `DTEND;VALUE=DATE:${compact(addDays(from, NIGHTS))}`,
    'SUMMARY:Reserved',
    `UID:1418fb94e984-${name}@airbnb.com`,
    'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
    ` tails/HM${name.replace('-', 'X').padStart(8, 'A')}\\nPhone Number (Last 4 Digits): 0000`,
    'END:VEVENT',
  ]
}
