/** Notifications to devices: which devices want them. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { says } from './sentences.ts'
import { done } from './shapes.ts'

/** Services of browser makers only ever hand out public https addresses; ours may not be talked into calling others. */
const PUBLIC_HTTPS =
  /^https:\/\/(?:[a-z0-9-]+\.)+(?!(?:local|localhost|internal|test|example|invalid)\/)[a-z]{2,}\/[\w\-.~%:/?=&+,;@!*]*$/
const endpoint = z.string().max(1_000).regex(PUBLIC_HTTPS, says('notAPushAddress'))

const base64Url = (characters: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), says('notASubscriptionKey'))

export const push = defineEndpoints({
  'GET /api/push-key': {
    access: 'any',
    summary: 'The public key that browsers subscribe with; null where notifications are not set up.',
    reply: z.object({ key: z.string().nullable() }),
  },
  'POST /api/save-push-subscription': {
    access: 'any',
    summary: 'Notifies this device from now on, as long as it stays signed in.',
    body: z.strictObject({
      endpoint,
      /** An uncompressed P-256 point (65 bytes) and a secret of 16 bytes. */
      keys: z.strictObject({ p256dh: base64Url(87), auth: base64Url(22) }),
    }),
    reply: done,
    callsPerMinute: 60,
  },
  'POST /api/remove-push-subscription': {
    access: 'any',
    summary: 'Notifies this device no more.',
    body: z.strictObject({ endpoint }),
    reply: done,
    callsPerMinute: 60,
  },
})
