/**
 * A Hospitable of our own: its hosts with their rentals and reservations, the codes and tokens that it gave, and the
 * webhooks that it owes. It keeps what it was told, and it lies where a test says so.
 */
import { randomBytes, randomUUID } from 'node:crypto'

export type DoubleProperty = {
  id: string
  name: string
  street: string
  number: string | null
  lat: number
  lng: number
  /** An offset, as over there: no zone. */
  timezone: string
  parentId: string | null
}

export type DoubleReservation = {
  id: string
  platform: 'airbnb' | 'homeaway' | 'booking' | 'direct' | 'manual'
  platformId: string
  propertyIds: string[]
  /** With an offset, as `2026-03-09T11:00:00-06:00`. */
  checkIn: string
  checkOut: string
  category: 'request' | 'accepted' | 'cancelled' | 'not accepted' | 'unknown'
  guests: { adults: number; children: number; infants: number; pets: number }
  guestName: string
}

export type DoubleHost = {
  id: string
  name: string
  email: string
  properties: DoubleProperty[]
  reservations: DoubleReservation[]
}

type FaultKind = 'server_error' | 'rate_limit' | 'lost_request' | 'lost_answer' | 'slow' | 'nonsense'
/** The next `times` calls whose path begins so meet it. */
type Fault = { readonly on: string; readonly kind: FaultKind; times: number }

type Grant = { readonly host: DoubleHost; readonly endsAt: number }

const ACCESS_MS = 12 * 3_600_000
const REFRESH_MS = 90 * 86_400_000
const CODE_MS = 10 * 60_000

export type DoubleWorld = ReturnType<typeof createWorld>

export function createWorld(now: () => number = Date.now) {
  const hosts: DoubleHost[] = []
  const codes = new Map<string, Grant>()
  const access = new Map<string, Grant>()
  const refresh = new Map<string, Grant>()
  const faults: Fault[] = []
  /** As long as theirs. */
  const word = (bytes: number) => randomBytes(bytes).toString('base64url')
  const take = (tokens: Map<string, Grant>, token: string): DoubleHost | null => {
    const grant = tokens.get(token)
    tokens.delete(token)
    return grant !== undefined && now() < grant.endsAt ? grant.host : null
  }
  return {
    hosts,
    faults,
    calls: [] as string[],
    addHost: (given: Partial<DoubleHost> = {}): DoubleHost => {
      const host = hostOf(given)
      hosts.push(host)
      return host
    },
    /** What somebody who allowed it is sent back with. */
    giveCode: (host: DoubleHost): string => {
      const code = `def50200${word(300)}`
      codes.set(code, { host, endsAt: now() + CODE_MS })
      return code
    },
    /** A new pair; whoever refreshes gives the old one up. */
    exchange: (grant: Readonly<Record<string, string | undefined>>) => {
      const host =
        grant['grant_type'] === 'authorization_code'
          ? take(codes, grant['code'] ?? '')
          : take(refresh, grant['refresh_token'] ?? '')
      if (host === null) return null
      if (grant['grant_type'] === 'refresh_token')
        for (const [token, each] of access) if (each.host === host) access.delete(token)
      const pair = { access: word(900), refresh: word(750) }
      access.set(pair.access, { host, endsAt: now() + ACCESS_MS })
      refresh.set(pair.refresh, { host, endsAt: now() + REFRESH_MS })
      return {
        token_type: 'Bearer',
        expires_in: ACCESS_MS / 1000,
        access_token: pair.access,
        refresh_token: pair.refresh,
      }
    },
    hostOf: (token: string): DoubleHost | null => {
      const grant = access.get(token)
      return grant !== undefined && now() < grant.endsAt ? grant.host : null
    },
    /** The host takes its leave back over there. */
    takeBack: (host: DoubleHost): void => {
      for (const tokens of [access, refresh])
        for (const [token, grant] of tokens) if (grant.host === host) tokens.delete(token)
    },
    forgetAccess: (): void => access.clear(),
  }
}

function hostOf(given: Partial<DoubleHost>): DoubleHost {
  const id = randomUUID()
  const email = `${id.slice(0, 8)}@host.test`
  return { id, name: 'Harper Host', email, properties: [], reservations: [], ...given }
}

let count = 0

export function rental(given: Partial<DoubleProperty> = {}): DoubleProperty {
  count += 1
  return {
    id: randomUUID(),
    name: `Rental ${count}`,
    street: `${1400 + count} Larimer Street`,
    number: null,
    lat: 39.7475 + count / 10_000,
    lng: -104.9995,
    timezone: '-0700',
    parentId: null,
    ...given,
  }
}
