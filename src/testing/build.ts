/** Builders: each makes what is asked for and, unless given, everything that it stands on. Fresh ids, nothing to clean up. */
import { randomBytes } from 'node:crypto'
import type { LatLng } from '#domain/geo.ts'
import { type PropertyGroupId, type PropertyId, randomCode, type UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { StaffRole } from '#domain/staff/roles.ts'
import { DAY_MS, DEFAULT_TIME_ZONE, type Instant, instant, localTime, type Weekday } from '#domain/time.ts'
import type { App } from '#server/app.ts'
import { toTimestamp } from '#server/db/client.ts'
import { hashToken, openSession, presenceCookieName, sessionCookieName } from '#server/http/session.ts'
import { findFirstMarket } from '#server/markets/queries.ts'
import {
  type CrewScope,
  type CustomerScope,
  mintScope,
  type OperatorScope,
  type SignedInUser,
  type UserType,
} from '#server/scope.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** Denver, Civic Center. */
export const CIVIC_CENTER: LatLng = { lat: 39.7392, lng: -104.9903 }

export type BuiltUser<Scope> = { readonly userId: UserId; readonly email: string; readonly scope: Scope }

type UserInput = {
  name?: string
  email?: string
  phone?: string
  locale?: Language
  timeZone?: string
  at?: LatLng
  frozenUntil?: Instant
  frozenNotes?: string
  sponsorId?: UserId
  couponCode?: string
  passwordHash?: string
  /** Of an operator, who else is an owner. */
  staffRole?: StaffRole | null
  /** Of an operator, instead: its role in each of these cities, and in no other. */
  roles?: Readonly<Record<string, StaffRole>>
}

export function buildCustomer(app: App, input: UserInput = {}): Promise<BuiltUser<CustomerScope>> {
  return buildUser(app, 'Customer', input) as Promise<BuiltUser<CustomerScope>>
}

export function buildOperator(app: App, input: UserInput = {}): Promise<BuiltUser<OperatorScope>> {
  return buildUser(app, 'Operator', input) as Promise<BuiltUser<OperatorScope>>
}

/** Works every day from 06:00 to 20:00, all services, 20 miles around its base unless told otherwise. */
export async function buildCrew(
  app: App,
  input: UserInput & {
    rangeFeet?: number
    services?: string[]
    weekdays?: Weekday[]
    hasPayoutAccount?: boolean
  } = {},
): Promise<BuiltUser<CrewScope>> {
  const crew = (await buildUser(app, 'Crew', { at: CIVIC_CENTER, ...input })) as BuiltUser<CrewScope>
  const services =
    input.services ?? (await app.db.selectFrom('service').select('key').execute()).map(({ key }) => key)
  await app.db
    .insertInto('crew_profile')
    .values({ user_id: crew.userId, range_feet: input.rangeFeet ?? 105_600, services })
    .execute()
  await app.db
    .insertInto('crew_hours')
    .values(
      (input.weekdays ?? [1, 2, 3, 4, 5, 6, 7]).map((weekday) => ({
        crew_id: crew.userId,
        weekday,
        starts: localTime('06:00'),
        ends: localTime('20:00'),
      })),
    )
    .execute()
  return crew
}

export async function buildProperty(
  app: App,
  customerId: UserId,
  input: { at?: LatLng; name?: string; address?: string; timeZone?: string; groupId?: PropertyGroupId } = {},
): Promise<PropertyId> {
  const now = toTimestamp(app.ports.clock.now())
  const place = input.at ?? CIVIC_CENTER
  const row = await app.db
    .insertInto('property')
    .values({
      customer_id: customerId,
      name: input.name ?? `Home ${randomCode(randomBytes, 4)}`,
      address: input.address ?? '101 W Colfax Ave, Denver',
      group_id: input.groupId ?? null,
      lat: place.lat,
      lng: place.lng,
      time_zone: input.timeZone ?? DEFAULT_TIME_ZONE,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A browser in which the user is signed in, with a password and a second factor given just now. */
export async function signedIn(
  testApp: Pick<TestApp, 'app' | 'client'>,
  user: { userId: UserId },
  options: { hasSecondFactor?: boolean } = {},
): Promise<Client> {
  const { app } = testApp
  const token = await openSession(app.db, {
    userId: user.userId,
    userAgent: 'test',
    now: app.ports.clock.now(),
    hasSecondFactor: options.hasSecondFactor ?? true,
  })
  // Tests let weeks pass within one sitting, in which an operator would give the second factor again each day.
  if (options.hasSecondFactor ?? true)
    await app.db
      .updateTable('session')
      .set({ second_factor_at: toTimestamp(instant(app.ports.clock.now() + 3_650 * DAY_MS)) })
      .where('token_hash', '=', hashToken(token))
      .execute()
  const client = testApp.client()
  client.cookies.set(sessionCookieName(app.config), token)
  client.cookies.set(presenceCookieName(app.config), '1')
  return client
}

async function buildUser(app: App, type: UserType, input: UserInput): Promise<BuiltUser<SignedInUser>> {
  const now = toTimestamp(app.ports.clock.now())
  const code = randomCode(randomBytes)
  const email = input.email ?? `${code.toLowerCase()}@example.test`
  const market = await findFirstMarket(app.db)
  const row = await app.db
    .insertInto('users')
    .values({
      type,
      staff_role: type === 'Operator' && input.roles === undefined ? houseRoleOf(input) : null,
      market_id: market.id,
      email,
      name: input.name ?? `${type} ${code}`,
      phone: input.phone ?? null,
      // No password fits this; tests of passwords register through the API.
      password_hash: input.passwordHash ?? 'none',
      locale: input.locale ?? 'en',
      time_zone: input.timeZone ?? DEFAULT_TIME_ZONE,
      lat: input.at?.lat ?? null,
      lng: input.at?.lng ?? null,
      frozen_until: input.frozenUntil === undefined ? null : toTimestamp(input.frozenUntil),
      frozen_notes: input.frozenNotes ?? null,
      referral_code: code,
      sponsor_id: input.sponsorId ?? null,
      coupon_code: input.couponCode ?? null,
      password_changed_at: now,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const userId = row.id
  for (const [market_id, role] of Object.entries(input.roles ?? {}))
    await app.db.insertInto('operator_market').values({ user_id: userId, market_id, role }).execute()
  const scope = mintScope({
    userId,
    type,
    marketId: market.id,
    name: input.name ?? `${type} ${code}`,
    email,
    locale: input.locale ?? 'en',
    timeZone: input.timeZone ?? DEFAULT_TIME_ZONE,
    frozenUntil: input.frozenUntil ?? null,
  })
  return { userId, email, scope }
}

function houseRoleOf({ staffRole }: UserInput): StaffRole | null {
  return staffRole === undefined ? 'owner' : staffRole
}
