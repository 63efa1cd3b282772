/** Hospitable's public API, v2 (developer.hospitable.com), as far as we read it. */
import { z } from 'zod'
import type { Reservation } from '#domain/hospitable/reservations.ts'
import { ask, type HospitableKeys } from './ask.ts'
import { type Hospitable, HospitableFailure, type HospitableProperty, type TokenPair } from './port.ts'

/** As many as an answer holds at most. */
const PER_PAGE = 100

const tokensSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
})
const word = z.string().nullish()
const userSchema = z.object({ data: z.object({ id: z.string().min(1), name: word, email: word }) })
const coordinate = z.union([z.string(), z.number()]).nullish()
const coordinatesSchema = z.object({ latitude: coordinate, longitude: coordinate }).nullish()
const propertySchema = z.object({
  id: z.string().min(1),
  name: word,
  public_name: word,
  address: z
    .object({
      number: word,
      street: word,
      city: word,
      state: word,
      postcode: word,
      display: word,
      coordinates: coordinatesSchema,
    })
    .nullish(),
  parent_child: z.object({ type: word, parent: word }).nullish(),
})
const metaSchema = z.object({ current_page: z.number(), last_page: z.number() })
const count = z.number().int().min(0).max(999).nullish().catch(null)
const reservationSchema = z.object({
  id: z.string().min(1).max(100),
  platform: word,
  platform_id: word,
  check_in: z.string(),
  check_out: z.string(),
  reservation_status: z.object({ current: z.object({ category: word }) }),
  guests: z.object({ total: count, pet_count: count }).nullish(),
  properties: z.array(z.object({ id: z.string() })).nullish(),
})
const propertiesSchema = z.object({ data: z.array(propertySchema), meta: metaSchema })

const reservationsSchema = z.object({ data: z.array(reservationSchema), meta: metaSchema })

export function createPublicApi(keys: HospitableKeys): Hospitable {
  const client = { client_id: keys.clientId, client_secret: keys.clientSecret }
  const tokens = async (grant: Readonly<Record<string, string>>): Promise<TokenPair> => {
    const answer = await ask(`${keys.authBase}/oauth/token`, { body: { ...client, ...grant } })
    const { access_token, refresh_token, expires_in } = read(tokensSchema, answer)
    return { accessToken: access_token, refreshToken: refresh_token, expiresInSeconds: expires_in }
  }
  const get = async <Read>(path: string, token: string, schema: z.ZodType<Read>): Promise<Read> =>
    read(schema, await ask(`${keys.apiBase}${path}`, { token }))
  return {
    isConfigured: true,
    demo: null,
    authorizeUrl: (state) => {
      const query = new URLSearchParams({ client_id: keys.clientId, response_type: 'code', state })
      return `${keys.authBase}/oauth/authorize?${query}`
    },
    exchangeCode: (code) => tokens({ grant_type: 'authorization_code', code }),
    refreshTokens: (token) => tokens({ grant_type: 'refresh_token', refresh_token: token }),
    readUser: async (token) => {
      const { data } = await get('/user', token, userSchema)
      return { id: data.id, name: data.name ?? '', email: data.email ?? '' }
    },
    listProperties: async (token, { page }) => {
      const query = new URLSearchParams({ page: String(page), per_page: String(PER_PAGE) })
      const { data, meta } = await get(`/properties?${query}`, token, propertiesSchema)
      return { items: data.map(toProperty), isLast: meta.current_page >= meta.last_page }
    },
    listReservations: async (token, { rentalIds, from, to, page }) => {
      const query = new URLSearchParams([
        ...rentalIds.map((id) => ['properties[]', id]),
        ['start_date', from],
        ['end_date', to],
        ['date_query', 'checkout'],
        ['include', 'properties'],
        ['page', String(page)],
        ['per_page', String(PER_PAGE)],
      ])
      const { data, meta } = await get(`/reservations?${query}`, token, reservationsSchema)
      return { items: data.map(toReservation), isLast: meta.current_page >= meta.last_page }
    },
  }
}

function read<Read>(schema: z.ZodType<Read>, answer: unknown): Read {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new HospitableFailure('contract', `${issue?.path.join('.')}: ${issue?.message}`)
}

function toProperty({ id, name, public_name, address, parent_child }: z.output<typeof propertySchema>) {
  const property: HospitableProperty = {
    id,
    name: (name || public_name || '').slice(0, 200),
    address: written(address),
    place: placeOf(address?.coordinates),
    parentId: parent_child?.parent ?? null,
  }
  return property
}

function toReservation(sent: z.output<typeof reservationSchema>): Reservation {
  return {
    id: sent.id,
    platform: sent.platform ?? '',
    code: sent.platform_id?.slice(0, 100) || null,
    rentalIds: (sent.properties ?? []).map(({ id }) => id),
    category: sent.reservation_status.current.category ?? 'unknown',
    checkIn: sent.check_in,
    checkOut: sent.check_out,
    guests: sent.guests?.total ?? null,
    pets: sent.guests?.pet_count ?? null,
  }
}

/** `number` is the door of an apartment, not of the house: the street has that one. */
function written(address: z.output<typeof propertySchema>['address']): string {
  if (address?.display) return address.display.slice(0, 300)
  const { number, street, city, state, postcode } = address ?? {}
  const first = [street, number ? `#${number}` : ''].filter(Boolean).join(' ')
  return [first, city, [state, postcode].filter(Boolean).join(' ')].filter(Boolean).join(', ').slice(0, 300)
}

function placeOf(coordinates: z.output<typeof coordinatesSchema>): HospitableProperty['place'] {
  const [lat, lng] = [numberOf(coordinates?.latitude), numberOf(coordinates?.longitude)]
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null
  // Where nobody is: what systems write that do not know.
  return lat === 0 && lng === 0 ? null : { lat, lng }
}

function numberOf(coordinate: string | number | null | undefined): number | null {
  const number = coordinate === null || coordinate === '' ? Number.NaN : Number(coordinate)
  return Number.isFinite(number) ? number : null
}
