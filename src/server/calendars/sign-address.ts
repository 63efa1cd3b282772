/** The secret addresses of calendars: derived from the row and our own secret, so that none is kept anywhere. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type CalendarId, isId } from '#domain/ids.ts'
import type { Config } from '../config.ts'

const ID_BYTES = 16
const SIGN_BYTES = 24

type Addressed = { readonly id: CalendarId; readonly address_key: string }

export function addressOf(config: Config, calendar: Addressed): string {
  const id = Buffer.from(calendar.id.replaceAll('-', ''), 'hex')
  const token = Buffer.concat([id, signBy(config.secret, calendar)]).toString('base64url')
  return `${config.http.origin}/api/calendars/${token}.ics`
}

/** Which calendar a token speaks of, whether or not it is a true one; null for what is none. */
export function calendarIn(token: string): CalendarId | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + SIGN_BYTES || bytes.toString('base64url') !== token) return null
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return isId<CalendarId>(id) ? id : null
}

export function isGenuine(config: Config, calendar: Addressed, token: string): boolean {
  const given = Buffer.from(token, 'base64url').subarray(ID_BYTES)
  const secrets = [config.secret, ...config.formerSecrets]
  return (
    given.length === SIGN_BYTES && secrets.some((secret) => timingSafeEqual(given, signBy(secret, calendar)))
  )
}

function signBy(secret: string, { id, address_key }: Addressed): Buffer {
  return createHmac('sha256', secret)
    .update(`calendar\n${id}\n${address_key}`)
    .digest()
    .subarray(0, SIGN_BYTES)
}
