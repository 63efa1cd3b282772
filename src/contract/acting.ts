/** An operator looks at the pages of a person as the person sees them. */
import { z } from 'zod'
import type { SeeingId, UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { id, line, moment } from './shapes.ts'

/** What is nobody's but the person's: how it signs in, where its money goes, the addresses of its calendars, its papers for the tax, what it wrote. */
export const HIDDEN_FROM_SEEING: ReadonlySet<string> = new Set([
  'GET /api/calendars',
  'GET /api/data-export.json',
  'GET /api/data-exports',
  'GET /api/leaving',
  'GET /api/passkeys',
  'GET /api/payout-account',
  'GET /api/sessions',
  'GET /api/sign-in-ways',
  'GET /api/tax-exemptions',
  'GET /api/tax-year',
  'POST /api/get-conversations',
  'POST /api/get-messages',
])

/** What only reads: by its name, and the database lets it do nothing else. */
export function onlyReads(key: string): boolean {
  return /^GET |^POST \/api\/(get|preview)-/.test(key)
}

export const acting = defineEndpoints({
  'POST /api/see-as': {
    access: 'operator',
    capability: 'support',
    summary:
      'Begins to look as a customer or crew of the market: the calls that name it in `Seeing-As` read what the person reads, for 15 minutes, and can change nothing.',
    body: z.strictObject({ id: id<UserId>(), reason: line(300) }),
    reply: z.object({ seeingId: id<SeeingId>(), name: z.string(), endsAt: moment }),
    callsPerMinute: 20,
  },
})
