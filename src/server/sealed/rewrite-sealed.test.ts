import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type CalendarId,
  type HospitableAccountId,
  type PhotoId,
  type ReportAddressId,
  type StaySourceId,
  toId,
  type UserId,
} from '#domain/ids.ts'
import { HOUR_MS } from '#domain/time.ts'
import { readConfig } from '#server/config.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { buildCustomer, buildOperator, buildProperty, signedIn } from '#testing/build.ts'
import { addressOf, isGenuine as isOfCalendar } from '../calendars/sign-address.ts'
import { codeOf, isCodeOf } from '../codes/make-code.ts'
import { toTimestamp } from '../db/client.ts'
import { hashAddress, sealAddress, unsealAddress } from '../feeds/hash-address.ts'
import { insertFeed } from '../feeds/queries.ts'
import { hashToken } from '../http/session.ts'
import { findByLink } from '../night-reports/queries.ts'
import { signReportLink } from '../night-reports/sign-report-link.ts'
import { isGenuine as isOfPhoto, photoUrl } from '../pictures/sign-photo-url.ts'
import { seal, sealAnew, unseal } from '../seal.ts'
import { sealedFor } from '../second-factor/make-code.ts'
import { findSecondFactor, savePending } from '../second-factor/queries.ts'
import { saveSource } from '../stays/source-queries.ts'
import { rewriteSealed } from './rewrite-sealed.ts'

const [EARLIER, NEWEST] = ['e'.repeat(32), 'n'.repeat(32)]
const FEED = 'https://calendars.example/place.ics'

/** One house before its secret was changed, while both are known, and after. */
let before: TestApp
let between: TestApp
let after: TestApp
beforeAll(async () => {
  before = await createTestApp({ environment: { CREW_SECRET: EARLIER } })
  between = await createTestApp({ environment: { CREW_SECRET: NEWEST, CREW_FORMER_SECRETS: EARLIER } })
  after = await createTestApp({ environment: { CREW_SECRET: NEWEST } })
})
afterAll(() => Promise.all([before, between, after].map((house) => house.close())))

type Kept = {
  readonly operatorId: UserId
  readonly sourceId: StaySourceId
  readonly accountId: HospitableAccountId
  readonly addressId: ReportAddressId
}

async function live(): Promise<Kept> {
  const { app } = before
  const now = app.ports.clock.now()
  const { userId: operatorId } = await buildOperator(app)
  await savePending(app.db, operatorId, seal(app.config, sealedFor(operatorId), Buffer.from('app')))
  const { userId } = await buildCustomer(app)
  const propertyId = await buildProperty(app, userId)
  const externalRef = hashAddress(app.config, FEED)
  const source = { propertyId, kind: 'feed', platform: 'airbnb', externalRef, now } as const
  const sourceId = await saveSource(app.db, source)
  const sealedAddress = sealAddress(app.config, sourceId, FEED)
  await insertFeed(app.db, { sourceId, sealedAddress, host: 'calendars.example', ending: 'lace', now })
  const accountId = toId<HospitableAccountId>(crypto.randomUUID())
  const kept = { purpose: 'hospitable-tokens', owner: accountId } as const
  await app.db
    .insertInto('hospitable_account')
    .values({
      id: accountId,
      customer_id: userId,
      hospitable_id: accountId,
      name: 'Ada',
      email: 'ada@example.test',
      state: 'connected',
      tokens_sealed: seal(app.config, kept, Buffer.from('{"accessToken":"a"}')),
      access_expires_at: toTimestamp(now),
      refresh_expires_at: toTimestamp(now),
      connected_at: toTimestamp(now),
      next_read_at: toTimestamp(now),
    })
    .execute()
  return { operatorId, sourceId, accountId, addressId: await addReader(userId) }
}

async function addReader(userId: UserId): Promise<ReportAddressId> {
  const manager = await signedIn(before, { userId })
  const place = { name: 'Lofts', address: '1600 E Colfax Ave', lat: 39.74, lng: -104.97, units: 40 }
  const { complexId } = (await manager.call('POST /api/add-complex', { body: place })).body
  const body = { complexId, email: 'pat@manager.test', locale: 'en' } as const
  return (await manager.call('POST /api/add-report-address', { body })).body.addressId
}

/** What a house opens of it. */
async function opened({ app: { config, db } }: TestApp, { operatorId, sourceId, accountId }: Kept) {
  const pending = (await findSecondFactor(db, operatorId))!.pending_sealed!
  const feed = await db
    .selectFrom('stay_feed')
    .where('source_id', '=', sourceId)
    .select('sealed_address')
    .executeTakeFirstOrThrow()
  const account = await db
    .selectFrom('hospitable_account')
    .where('id', '=', accountId)
    .select('tokens_sealed')
    .executeTakeFirstOrThrow()
  return [
    unseal(config, sealedFor(operatorId), pending).toString(),
    unsealAddress(config, sourceId, feed.sealed_address),
    unseal(config, { purpose: 'hospitable-tokens', owner: accountId }, account.tokens_sealed!).toString(),
  ]
}

const ALL = ['app', FEED, '{"accessToken":"a"}']

test('a secret is changed without a break: both open, then all is sealed anew, then the earlier one may go', async () => {
  const kept = await live()
  expect(await opened(between, kept)).toEqual(ALL)
  await expect(opened(after, kept)).rejects.toThrow(/unable to authenticate/)
  const links = [before, between].map(({ app }) => signReportLink(app, kept.addressId).tokenHash)
  expect(await rewriteSealed(between.app)).toEqual({ looked: 4, rewritten: 4, unopened: [] })
  expect(await rewriteSealed(between.app)).toEqual({ looked: 4, rewritten: 0, unopened: [] })
  expect(await opened(after, kept)).toEqual(ALL)
  await expect(opened(before, kept)).rejects.toThrow(/unable to authenticate/)
  const { external_ref } = await after.app.db
    .selectFrom('stay_source')
    .where('id', '=', kept.sourceId)
    .select('external_ref')
    .executeTakeFirstOrThrow()
  expect(external_ref).toBe(hashAddress(after.app.config, FEED))
  // Links in mails of before and of now.
  for (const link of links) expect(await findByLink(after.app.db, link)).toMatchObject({ id: kept.addressId })
})

test('what no secret opens is named, and all else goes on', async () => {
  const { operatorId } = await live()
  const stranger = await createTestApp({ environment: { CREW_SECRET: 's'.repeat(32) } })
  onTestFinished(() => stranger.close())
  const { unopened, rewritten } = await rewriteSealed(stranger.app)
  expect(unopened).toContain(`second-factor of ${operatorId}`)
  expect(rewritten).toBeGreaterThan(0)
})

test('what was signed before opens while the earlier secret is known, and what is signed now is by the newest', () => {
  const [hash, photoId] = [hashToken('token'), toId<PhotoId>(crypto.randomUUID())]
  const calendar = { id: toId<CalendarId>(crypto.randomUUID()), address_key: 'key' }
  const tokenOf = ({ app }: TestApp) => /calendars\/(.+)\.ics$/.exec(addressOf(app.config, calendar))![1]!
  const linkOf = ({ app }: TestApp) => {
    const query = new URL(photoUrl(app, photoId, {}), 'http://x').searchParams
    return { photoId, exp: Number(query.get('exp')), sig: query.get('sig')! }
  }
  for (const [signer, reader, opens] of [
    [before, between, true],
    [between, after, true],
    [before, after, false],
    [between, before, false],
  ] as const) {
    const { app } = reader
    const now = app.ports.clock.now()
    expect(isCodeOf(app, hash, codeOf(signer.app, hash))).toBe(opens)
    expect(isOfCalendar(app.config, calendar, tokenOf(signer))).toBe(opens)
    expect(isOfPhoto(app, linkOf(signer), now)).toBe(opens)
  }
  expect(isOfPhoto(between.app, linkOf(before), (before.clock.now() + 3 * HOUR_MS) as never)).toBe(false)
  const kept = sealedFor('somebody')
  expect(sealAnew(between.app.config, kept, seal(between.app.config, kept, Buffer.from('a')))).toBeNull()
  expect(() =>
    unseal(between.app.config, sealedFor('another'), seal(before.app.config, kept, Buffer.from('a'))),
  ).toThrow()
})

test('an earlier secret is as long as the newest', () => {
  const config = readConfig({ CREW_FORMER_SECRETS: ` ${EARLIER}, ${NEWEST} ` })
  expect(config.formerSecrets).toEqual([EARLIER, NEWEST])
  expect(readConfig({}).formerSecrets).toEqual([])
  expect(() => readConfig({ CREW_FORMER_SECRETS: 'short' })).toThrow('CREW_FORMER_SECRETS is not right')
})
