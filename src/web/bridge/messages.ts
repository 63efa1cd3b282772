/** Reads what the native app posts. Everything unknown, malformed, too large or from another window is null. */
import { z } from 'zod/mini'
import { parseJson } from '#contract/outside.ts'
import type { IncomingMessage } from './port.ts'

const MAXIMUM_BYTES = 64 * 1024

const message = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('location'),
    lat: z.number().check(z.minimum(-90), z.maximum(90)),
    lng: z.number().check(z.minimum(-180), z.maximum(180)),
    accuracy: z.optional(z.number().check(z.nonnegative())),
    at: z.optional(z.number().check(z.positive())),
  }),
  z.object({ type: z.literal('locationFail') }),
  z.looseObject({
    type: z.literal('nativeUploadPhoto'),
    visitId: z.string().check(z.minLength(1), z.maxLength(64)),
  }),
  z.object({ type: z.literal('version'), version: z.string().check(z.regex(/^\d{1,6}(\.\d{1,6}){0,5}$/)) }),
])

export function readNativeMessage(data: unknown, now: number): IncomingMessage | null {
  if (typeof data !== 'string' || data.length > MAXIMUM_BYTES) return null
  const parsed = message.safeParse(parseJson(data))
  if (!parsed.success) return null
  const said = parsed.data
  if (said.type === 'locationFail' || said.type === 'version') return said
  if (said.type === 'nativeUploadPhoto') {
    const { type, ...photo } = said
    return { type, photo }
  }
  const { lat, lng, accuracy = null, at = now } = said
  return { type: 'location', location: { lat, lng, accuracyMeters: accuracy, at } }
}

type Sender = Pick<MessageEvent, 'origin' | 'source'>

/** Native hosts post synthetic events without origin and source; else only this very window may speak. */
export function isTrustedSender({ origin, source }: Sender, page: Window): boolean {
  if (origin === '' && source === null) return true
  return source === page && origin === page.location.origin
}
