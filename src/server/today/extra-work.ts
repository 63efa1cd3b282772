/** Work beyond the order: the crew asks, the customer answers, and only what was approved is ever charged. */
import type { ExtraWorkId, PhotoId, UserId, VisitId } from '#domain/ids.ts'
import { type Cents, cents } from '#domain/money.ts'
import { refuseAmountOfExtra } from '#domain/pricing/extra-work.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { settingsOn } from '#domain/settings/book.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { decideExtra, takesExtraWork } from '#domain/today/extra.ts'
import type { ExtraState, ExtraStep } from '#domain/today/extra-graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toTimestamp } from '../db/client.ts'
import { makeGoPath } from '../go/make-link.ts'
import { notify } from '../notices/notify.ts'
import { readPriceBook } from '../prices/queries.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { settingsAt, settingsTimeline } from '../settings/settings-at.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { type ActFacts, findActFacts } from './facts.ts'
import { writeHappenings } from './happenings.ts'
import { claimPhoto } from './photos.ts'
import { extraAnsweredWords, extraWords } from './words.ts'

/** Nobody is asked more often during one visit. */
const MOST_PROPOSALS = 10

export type Proposal = {
  readonly visitId: VisitId
  readonly serviceKey?: string | undefined
  readonly quantity: number
  readonly words?: string | undefined
  readonly amountCents?: Cents | undefined
  readonly photoId?: PhotoId | undefined
}

export async function proposeExtraWork(app: App, scope: CrewScope, proposal: Proposal) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const [visit] = await lockVisits(db, [proposal.visitId])
      if (visit === undefined || visit.crewId !== scope.userId) throw new Refused('not_found')
      const facts = (await findActFacts(db, visit.id))!
      // What is redone was priced when it was done first.
      if (!takesExtraWork(visit.state) || facts.price_lines !== null) throw new Refused('wrong_state')
      await makeRoom(db, visit.id, now)
      if (proposal.photoId !== undefined)
        await claimPhoto(db, scope, { photoId: proposal.photoId, visitId: visit.id, purpose: 'extra' })
      const priced = await priceOfProposal(db, facts, proposal)
      const extra = await insertExtra(db, scope, { proposal, ...priced, now })
      await notify(db, {
        to: visit.customerId,
        event: 'extra_work',
        key: `extra-work:${extra.id}`,
        texts: extraWords(facts, priced),
        url: `/visit/${visit.id}`,
        now,
        visitId: visit.id,
        until: extra.expires_at,
      })
      await writeHappenings(db, [
        {
          visitId: visit.id,
          state: visit.state,
          what: 'extra_proposed',
          by: { kind: 'crew', id: scope.userId },
          at: now,
          detail: { words: priced.words, amountCents: priced.amountCents },
        },
      ])
      return { extraId: extra.id, amountCents: priced.amountCents, expiresAt: extra.expires_at }
    },
    { isolation: 'read committed' },
  )
}

export function answerExtraWork(
  app: App,
  scope: CustomerScope,
  { extraId, isApproved }: { extraId: ExtraWorkId; isApproved: boolean },
) {
  const step = isApproved ? 'approve' : 'decline'
  return stepExtra(app, { extraId, step, by: { kind: 'customer', id: scope.userId } })
}

export function withdrawExtraWork(app: App, scope: CrewScope, extraId: ExtraWorkId) {
  return stepExtra(app, { extraId, step: 'withdraw', by: { kind: 'crew', id: scope.userId } })
}

/** A question whose time is over makes room for the next; one that is open does not. */
async function makeRoom(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  await db
    .updateTable('extra_work')
    .set({ state: 'expired', closed_at: toTimestamp(now) })
    .where('visit_id', '=', visitId)
    .where('state', '=', 'proposed')
    .where('expires_at', '<=', toTimestamp(now))
    .execute()
  const rows = await db.selectFrom('extra_work').where('visit_id', '=', visitId).select('state').execute()
  if (rows.some(({ state }) => state === 'proposed')) throw new Refused('extra_open_already')
  if (rows.length >= MOST_PROPOSALS) throw new Refused('wrong_state')
}

/** The catalogue's unit price at this place, or the crew's own within bounds. */
async function priceOfProposal(db: Db, facts: ActFacts, proposal: Proposal) {
  const { serviceKey, quantity, words } = proposal
  const settings = settingsOn(await settingsTimeline(db, facts.market_id), facts.date, facts.time_zone)
  if (serviceKey === undefined) {
    const refusal = refuseAmountOfExtra(proposal.amountCents!, settings)
    if (refusal !== null) throw new Refused(refusal.refused, { at: 'amountCents' })
    return { words: words!, amountCents: proposal.amountCents! }
  }
  const unitCents = (await unitPrices(db, facts)).find((each) => each.serviceKey === serviceKey)?.unitCents
  if (unitCents === undefined) throw new Refused('no_price', { at: 'serviceKey' })
  const service = await db
    .selectFrom('service')
    .where('key', '=', serviceKey)
    .select('name_en')
    .executeTakeFirstOrThrow()
  const name = quantity === 1 ? service.name_en : `${service.name_en} × ${quantity}`
  const amountCents = cents(unitCents * quantity)
  const refusal = refuseAmountOfExtra(amountCents, settings)
  if (refusal !== null) throw new Refused(refusal.refused, { at: 'quantity' })
  return { words: words === undefined ? name : `${name}: ${words}`, amountCents }
}

/** What one more of each service costs at the visit's place. */
export async function unitPrices(db: Db, facts: ActFacts) {
  const book = await readPriceBook(db, { propertyIds: [facts.property_id], groupIds: [facts.group_id] })
  const services = await db
    .selectFrom('service')
    .where('is_active', '=', true)
    .orderBy('sort')
    .orderBy('key')
    .select('key')
    .execute()
  return services.flatMap(({ key }) => {
    const price = book.pick({
      serviceKey: key,
      propertyId: facts.property_id,
      groupId: facts.group_id,
      zone: facts.time_zone,
      date: facts.date,
    })
    return price === null || price.unitCents === 0 ? [] : [{ serviceKey: key, unitCents: price.unitCents }]
  })
}

async function insertExtra(
  db: Db,
  scope: CrewScope,
  input: { proposal: Proposal; words: string; amountCents: Cents; now: Instant },
) {
  const { proposal, words, amountCents, now } = input
  const { extraWorkAnswerMinutes } = await settingsAt(db, scope.marketId, now)
  const expiresAt = instant(now + extraWorkAnswerMinutes * MINUTE_MS)
  return db
    .insertInto('extra_work')
    .values({
      visit_id: proposal.visitId,
      crew_id: scope.userId,
      service_key: proposal.serviceKey ?? null,
      quantity: proposal.quantity,
      words,
      amount_cents: amountCents,
      photo_id: proposal.photoId ?? null,
      proposed_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
}

type Answer = {
  readonly extraId: ExtraWorkId
  readonly step: Exclude<ExtraStep, 'expire'>
  readonly by: { readonly kind: 'customer' | 'crew'; readonly id: UserId }
}

const WHAT = { approve: 'extra_approved', decline: 'extra_declined', withdraw: 'extra_withdrawn' } as const

/** The visit is locked first, as its completion does: an answer is before it or too late. */
async function stepExtra(app: App, { extraId, step, by }: Answer): Promise<{ state: ExtraState }> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const found = await db
        .selectFrom('extra_work')
        .where('id', '=', extraId)
        .select('visit_id')
        .executeTakeFirst()
      const [visit] = found === undefined ? [] : await lockVisits(db, [found.visit_id])
      const owner = by.kind === 'customer' ? visit?.customerId : visit?.crewId
      if (visit === undefined || owner !== by.id) throw new Refused('not_found')
      const extra = await db
        .selectFrom('extra_work')
        .where('id', '=', extraId)
        .selectAll()
        .executeTakeFirstOrThrow()
      const decision = unlessRefused(
        decideExtra(
          { state: extra.state, expiresAt: extra.expires_at, visitState: visit.state },
          step,
          by.kind,
          now,
        ),
      )
      if (isAlreadyDone(decision)) return { state: extra.state }
      await db
        .updateTable('extra_work')
        .set({ state: decision.state, closed_at: toTimestamp(now) })
        .where('id', '=', extraId)
        .execute()
      const { words } = extra
      await writeHappenings(db, [
        {
          visitId: visit.id,
          state: visit.state,
          what: WHAT[step],
          by,
          at: now,
          detail: { words, amountCents: extra.amount_cents },
        },
      ])
      if (by.kind === 'customer')
        await tellCrew(db, { visitId: visit.id, extraId, words, isApproved: step === 'approve', now })
      return { state: decision.state }
    },
    { isolation: 'read committed' },
  )
}

async function tellCrew(
  db: Db,
  told: { visitId: VisitId; extraId: ExtraWorkId; words: string; isApproved: boolean; now: Instant },
): Promise<void> {
  const { visitId, extraId, now } = told
  const facts = (await findActFacts(db, visitId))!
  const userId = facts.crew_id as UserId
  await notify(db, {
    to: userId,
    event: 'extra_work',
    key: `extra-answer:${extraId}`,
    texts: extraAnsweredWords(facts, told),
    url: await makeGoPath(db, { purpose: 'visit', subjectId: visitId, userId, now }),
    now,
    visitId,
  })
}
