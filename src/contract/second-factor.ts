/** The second factor of operators: set up, given, renewed. */
import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { done } from './shapes.ts'

const code = z.string().trim().min(1).max(40)
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const secondFactor = defineEndpoints({
  'GET /api/second-factor': {
    access: 'operator',
    capability: 'see',
    summary: 'What one has of a second factor, and whether one’s role needs it.',
    reply: z.object({
      /** By the role in the city on the desk. */
      isNeeded: z.boolean(),
      /** In the demo city nobody is asked who has set up none. */
      isDemo: z.boolean(),
      passkeys: z.int(),
      hasApp: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
  },
  'POST /api/begin-second-factor': {
    access: 'operator',
    capability: 'see',
    needsFreshPassword: true,
    summary: 'A secret for an app that makes codes. It counts once the app has made one.',
    reply: z.object({
      secret: z.string(),
      link: z.string(),
      /** The link as one path of unit squares in a square of this size. */
      qrCode: z.object({ size: z.int(), path: z.string() }),
    }),
  },
  'POST /api/confirm-second-factor': {
    access: 'operator',
    capability: 'see',
    summary: 'The first code of the app; answers codes for when it is lost, which are shown once.',
    body: z.strictObject({ code }),
    reply: recoveryCodes,
    renewsSession: true,
  },
  'POST /api/give-second-factor': {
    access: 'operator',
    capability: 'see',
    summary:
      'A code of the app, or one of those for when it is lost; holds in this session for twelve hours.',
    body: z.strictObject({ code }),
    reply: done,
    callsPerMinute: 30,
    renewsSession: true,
  },
  'POST /api/renew-recovery-codes': {
    access: 'operator',
    capability: 'see',
    needsFreshPassword: true,
    summary: 'Ten new codes for when the app is lost; the old ones end.',
    reply: recoveryCodes,
  },
})
