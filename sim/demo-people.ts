/** Who looks after the places of the cast's customer: a co-host of the rentals, a manager of the complexes, one invited. */
import type { VisitId } from '#domain/ids.ts'
import type { ShareRole } from '#domain/sharing/rights.ts'
import { instant, type Instant, MINUTE_MS } from '#domain/time.ts'
import { saveDigestChoice } from '#server/digests/save-digest-choice.ts'
import { makeDoorLink } from '#server/go/make-link.ts'
import { makeCheckpoints } from '#server/checkpoints/make-checkpoints.ts'
import { markCrew } from '#server/crews/mark-crew.ts'
import { type CustomerScope, mintScope, mintScopeOf, SCOPE_COLUMNS } from '#server/scope.ts'
import { addReportAddress } from '#server/night-reports/add-address.ts'
import { confirmReportAddress } from '#server/night-reports/open-report-link.ts'
import { joinShare } from '#server/sharing/accept-invitation.ts'
import { answerSharedCall } from '#server/sharing/answer-shared-call.ts'
import { listOwnGroups } from '#server/sharing/queries.ts'
import { inviteHelper } from '#server/sharing/send-invitation.ts'
import { readShares } from '#server/sharing/read-shares.ts'
import { DEMO_PASSWORD } from '#testing/cast.ts'
import { CAST } from './cast-city.ts'
import { daysBefore, later } from './demo-moments.ts'
import { attempt, tick, type World } from './world.ts'

const COHOST = { name: 'Hana Brandt', email: 'cohost@demo.test' }
const MANAGER = { name: 'Paul Reyes', email: 'manager@demo.test' }
const BOOKKEEPER = { name: 'Noor Haddad', email: 'bookkeeper@demo.test' }

const NIGHT_DESK = 'night-desk@demo.test'

const JOINED_AFTER_MINUTES = 25

export function planPeople(world: World, now: Instant): void {
  later(world, daysBefore(world, now, 15, '10:05'), async () => {
    await invite(world, COHOST, 'schedule', 'places')
    await invite(world, MANAGER, 'all', 'complexes')
    await tick(world, instant(world.clock.now() + JOINED_AFTER_MINUTES * MINUTE_MS))
    await join(world, COHOST)
    await join(world, MANAGER)
    await readByMail(world)
  })
  later(world, daysBefore(world, now, 8, '13:40'), () => putUpCodes(world))
  later(world, daysBefore(world, now, 8, '14:10'), () => mailNights(world))
  later(world, daysBefore(world, now, 9, '18:40'), () => likeTheCrew(world))
  later(world, daysBefore(world, now, 3, '11:15'), () => sendTheDoor(world))
  later(world, daysBefore(world, now, 2, '16:20'), () => askSomebodyElse(world))
  later(world, daysBefore(world, now, 2, '16:50'), () => invite(world, BOOKKEEPER, 'pay', null))
}

type Person = typeof COHOST

async function invite(
  world: World,
  person: Person,
  role: ShareRole,
  kind: 'places' | 'complexes' | null,
): Promise<void> {
  const { scope } = world.customers.get(CAST.customer)!
  await attempt(world, 'invite helper', async (app) => {
    const groups = kind === null ? [] : await listOwnGroups(app.db, scope.userId)
    const reach = {
      isWhole: kind === null,
      propertyGroupIds: groups.flatMap((group) =>
        group.kind === 'places' && kind === 'places' ? group.id : [],
      ),
      complexGroupIds: groups.flatMap((group) =>
        group.kind === 'complexes' && kind === 'complexes' ? group.id : [],
      ),
    }
    return inviteHelper(app, scope, { ...person, locale: 'en', role, reach })
  })
}

/** By the link of the mail, as anybody does. */
async function join(world: World, { name, email }: Person): Promise<void> {
  await attempt(world, 'join as helper', async (app) => {
    const mail = await app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', email)
      .select('body')
      .executeTakeFirst()
    const [, token] = /\/go\/share-([\w-]+)/.exec(mail?.body ?? '') ?? []
    if (token === undefined) return null
    return joinShare(app, { token, name, password: DEMO_PASSWORD, userAgent: 'demo', deviceId: '' })
  })
}

/** The host and its co-host have each morning mailed to them. */
async function readByMail(world: World): Promise<void> {
  const choice = { isOn: true, hour: 7 }
  const { scope: owner } = world.customers.get(CAST.customer)!
  await attempt(world, 'digest', async (app) => {
    const cohost = await app.db
      .selectFrom('users')
      .where('email', '=', COHOST.email)
      .select(SCOPE_COLUMNS)
      .executeTakeFirstOrThrow()
    await saveDigestChoice(app, owner, choice)
    await saveDigestChoice(app, mintScopeOf(cohost), choice)
  })
}

/** The manager gets each night of the complexes by mail; somebody else was asked and has not answered. */
async function mailNights(world: World): Promise<void> {
  const { scope: owner } = world.customers.get(CAST.customer)!
  await attempt(world, 'nights by mail', async (app) => {
    const complexes = await app.db
      .selectFrom('complex')
      .where('customer_id', '=', owner.userId)
      .orderBy('created_at')
      .select('id')
      .execute()
    for (const { id: complexId } of complexes)
      await addReportAddress(app, owner, { complexId, email: MANAGER.email, locale: 'en' })
  })
  await tick(world, instant(world.clock.now() + MINUTE_MS))
  await attempt(world, 'say yes to nights', async (app) => {
    const mails = await app.db
      .selectFrom('outbox_message')
      .where('recipient', '=', MANAGER.email)
      .where('dedupe_key', 'like', 'mail:ask_report_address:%')
      .select('body')
      .execute()
    for (const { body } of mails) {
      const [, token] = /\/go\/report-([\w-]+)/.exec(body) ?? []
      if (token !== undefined) await confirmReportAddress(app, token)
    }
  })
}

/** At each building of the complexes. */
async function putUpCodes(world: World): Promise<void> {
  const { scope: owner } = world.customers.get(CAST.customer)!
  await attempt(world, 'checkpoints', async (app) => {
    const complexes = await app.db
      .selectFrom('complex')
      .where('customer_id', '=', owner.userId)
      .select('id')
      .execute()
    for (const { id } of complexes) await makeCheckpoints(app, owner, id)
  })
}

async function askSomebodyElse(world: World): Promise<void> {
  const { scope: owner } = world.customers.get(CAST.customer)!
  await attempt(world, 'nights by mail', async (app) => {
    const complex = await app.db
      .selectFrom('complex')
      .where('customer_id', '=', owner.userId)
      .orderBy('created_at')
      .select('id')
      .executeTakeFirst()
    if (complex === undefined) return
    await addReportAddress(app, owner, { complexId: complex.id, email: NIGHT_DESK, locale: 'es' })
  })
}

/** The co-host does it, for the owner, by the way that its browser would. */
async function asCohost(
  world: World,
  key: string,
  body: object,
  act: (scope: CustomerScope) => Parameters<typeof answerSharedCall<unknown>>[2],
): Promise<void> {
  const { scope: owner } = world.customers.get(CAST.customer)!
  await attempt(world, 'help', async (app) => {
    const { people } = await readShares(app, owner)
    const share = people.find(({ name, joinedAt }) => name === COHOST.name && joinedAt !== null)
    const helper = await app.db
      .selectFrom('users')
      .where('email', '=', COHOST.email)
      .select('id')
      .executeTakeFirst()
    if (share === undefined || helper === undefined) return
    const { shareId, role, isWhole } = share
    const scope = mintScope({
      ...owner,
      helper: { shareId, userId: helper.id, name: COHOST.name, role, isWhole },
    })
    const call = { key, scope, query: undefined, body, idempotencyKey: undefined }
    await answerSharedCall(app, call, act(scope))
  })
}

async function likeTheCrew(world: World): Promise<void> {
  const visitId = await latestTurnover(world)
  if (visitId === undefined) return
  const body = { visitId, mark: 'favourite' } as const
  await asCohost(world, 'POST /api/mark-crew', body, (scope) => (app) => markCrew(app, scope, body))
}

async function sendTheDoor(world: World): Promise<void> {
  const visitId = await latestTurnover(world)
  if (visitId === undefined) return
  await asCohost(
    world,
    'POST /api/make-door-link',
    { visitId },
    (scope) => (app) => makeDoorLink(app, scope, visitId),
  )
}

/** That a crew has. */
async function latestTurnover(world: World): Promise<VisitId | undefined> {
  const { scope } = world.customers.get(CAST.customer)!
  const visit = await world.host
    .app()
    .db.selectFrom('visit')
    .where('customer_id', '=', scope.userId)
    .where('is_turnover', '=', true)
    .where('crew_id', 'is not', null)
    .orderBy('starts_at', 'desc')
    .select('id')
    .executeTakeFirst()
  return visit?.id
}
