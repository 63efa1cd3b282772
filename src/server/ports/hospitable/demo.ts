/**
 * Hospitable in the demo, answered here and never asked for outside: whoever is signed in has an account over there, with
 * the demo's rentals in it. Its codes and tokens work once and end as theirs do; what they are worth stands in themselves,
 * so that they outlive a restart.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson, textsIn } from '#contract/outside.ts'
import type { Reservation } from '#domain/hospitable/reservations.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, dateAt, HOUR_MS, type Instant, MINUTE_MS } from '#domain/time.ts'
import type { Clock } from '../clock/port.ts'
import { type DemoFeed, demoStays } from '../feeds/demo.ts'
import {
  DEMO_HOSPITABLE_PAGE,
  type Hospitable,
  HospitableFailure,
  type HospitableProperty,
  type TokenPair,
} from './port.ts'

const ACCESS_MS = 12 * HOUR_MS
const LIVES_MS = { code: 10 * MINUTE_MS, access: ACCESS_MS, refresh: 90 * DAY_MS } as const
type Kind = keyof typeof LIVES_MS

type DemoRental = HospitableProperty & { readonly feed: DemoFeed; readonly guests: number }

/** Three that the demo's host has here already, and a flat that it has not. */
const RENTALS: readonly DemoRental[] = [
  rental('carriage', 'Carriage house', '3227 Osage Street', [39.7668, -105.0158], 'airbnb', 4),
  rental('bungalow', 'Sunnyside bungalow', '4103 Navajo Street', [39.7752, -105.0122], 'bungalow', 5),
  rental('loft', 'Jefferson Park loft', '2610 W 25th Avenue', [39.7519, -105.0181], 'loft', 2),
  rental('flat', 'LoHi garden flat', '1740 W 33rd Avenue', [39.7648, -105.0071], 'booking', 3),
]

export function createDemoHospitable({
  clock,
  origin,
  secret,
}: {
  readonly clock: Clock
  readonly origin: string
  readonly secret: string
}): Hospitable {
  const used = new Set<string>()
  const take = (kind: Kind, token: string): string => {
    const account = accountIn({ secret, now: clock.now() }, kind, token)
    if (account === null || used.has(token)) throw new HospitableFailure('refused', 'the grant is invalid')
    used.add(token)
    return account
  }
  const pairFor = (account: string): TokenPair => ({
    accessToken: sign({ secret, now: clock.now() }, 'access', account),
    refreshToken: sign({ secret, now: clock.now() }, 'refresh', account),
    expiresInSeconds: ACCESS_MS / 1_000,
  })
  const enter = (token: string): string => {
    const account = accountIn({ secret, now: clock.now() }, 'access', token)
    if (account === null) throw new HospitableFailure('unauthorized', 'the access token counts no longer')
    return account
  }
  return {
    isConfigured: true,
    demo: { giveCode: (account) => sign({ secret, now: clock.now() }, 'code', account) },
    authorizeUrl: (state) => `${origin}${DEMO_HOSPITABLE_PAGE}?${new URLSearchParams({ state })}`,
    exchangeCode: async (code) => pairFor(take('code', code)),
    refreshTokens: async (token) => pairFor(take('refresh', token)),
    readUser: async (token) => ({ id: enter(token), name: 'Demo host', email: 'host@hospitable.demo' }),
    listProperties: async (token) => {
      enter(token)
      return { items: RENTALS, isLast: true }
    },
    listReservations: async (token, { rentalIds, from, to }) => {
      enter(token)
      const items = RENTALS.filter(({ id }) => rentalIds.includes(id)).flatMap((each) =>
        reservationsOf(each, clock.now()),
      )
      return {
        items: items.filter(({ checkOut }) => checkOut.slice(0, 10) >= from && checkOut.slice(0, 10) <= to),
        isLast: true,
      }
    },
  }
}

type At = { readonly secret: string; readonly now: Instant }

function sign({ secret, now }: At, kind: Kind, account: string): string {
  const endsAt = String(now + LIVES_MS[kind])
  const said = Buffer.from(JSON.stringify({ kind, account, endsAt })).toString('base64url')
  return `${said}.${seal(secret, said)}`
}

function accountIn({ secret, now }: At, kind: Kind, token: string): string | null {
  const [said = '', sealed = ''] = token.split('.')
  const [given, own] = [Buffer.from(sealed), Buffer.from(seal(secret, said))]
  if (given.length !== own.length || !timingSafeEqual(given, own)) return null
  const { kind: is, account, endsAt } = textsIn(parseJson(Buffer.from(said, 'base64url').toString('utf8')))
  return is === kind && account !== undefined && now < Number(endsAt) ? account : null
}

function seal(secret: string, said: string): string {
  return createHmac('sha256', secret).update(`demo-hospitable ${said}`).digest('base64url')
}

/** The same guests as the platform's own calendar tells of. */
function reservationsOf({ id, feed, guests }: DemoRental, now: Instant): Reservation[] {
  const today = dateAt(now, DEFAULT_TIME_ZONE)
  return demoStays(feed, today).map(({ from, to, code, platform }) => ({
    id: `${id}-${from}`,
    platform,
    code,
    rentalIds: [id],
    category: 'accepted',
    checkIn: `${from}T16:00:00-07:00`,
    checkOut: `${to}T11:00:00-07:00`,
    guests,
    pets: null,
  }))
}

function rental(
  id: string,
  name: string,
  street: string,
  [lat, lng]: readonly [number, number],
  feed: DemoFeed,
  guests: number,
): DemoRental {
  const address = `${street}, Denver, CO 80211`
  return { id: `demo-${id}`, name, address, place: { lat, lng }, parentId: null, feed, guests }
}
