/** What happens at a visit on its day, for its customer, its crew and operators. */
import type { PhotoId, VisitId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { callOutOf } from '#domain/pricing/call-out.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import { dateAt, type Instant } from '#domain/time.ts'
import { mustWaitUntil } from '#domain/today/access.ts'
import { takesExtraWork } from '#domain/today/extra.ts'
import type { VisitState } from '#domain/visits/graph.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findLastProblem, toAccessFacts } from './access-queries.ts'
import { findExtras } from './extra-queries.ts'
import { unitPrices } from './price-extra-work.ts'
import { priceLinesOf } from './price-visit.ts'
import { type ActFacts, findActFacts, firstNameOf } from './queries.ts'

const TO_COME: readonly VisitState[] = ['scheduled', 'confirmed', 'reopened', 'en_route']

const AT_THE_PLACE: readonly VisitState[] = ['confirmed', 'en_route', 'in_progress']

export async function readVisitNow(app: App, scope: UserScope, visitId: VisitId) {
  const facts = await findActFacts(app.db, visitId)
  if (facts === undefined || !maySee(scope, facts)) throw new Refused('not_found')
  const now = app.ports.clock.now()
  const expectedAt = expectedAtOf(facts, now)
  const extras = await findExtras(app.db, visitId)
  const terms = await termsOf(app.db, facts)
  const hasQuestion = extras.some((extra) => isOpen(extra, facts, now))
  const isCrew = scope.type === 'Crew'
  const problem = await findLastProblem(app.db, visitId)
  const canProposeExtra = isCrew && takesExtraWork(facts.state) && facts.price_lines === null && !hasQuestion
  return {
    visitId,
    state: facts.state,
    timeZone: facts.time_zone,
    crewFirstName: firstNameOf(facts.crew_name),
    endsAt: facts.ends_at,
    expectedAt,
    isLate: expectedAt !== null && expectedAt > facts.ends_at,
    startedAt: facts.started_at,
    completedAt: facts.completed_at,
    missedReason: facts.missed_reason,
    problem: problem === undefined ? null : await toProblem(app, scope, facts, problem, now),
    extras: extras.map((extra) => toExtra(app, scope, facts, extra, { now, terms })),
    canProposeExtra,
    canReportProblem: isCrew && AT_THE_PLACE.includes(facts.state) && problem?.closed_at !== null,
    extraServices: canProposeExtra ? await unitPrices(app.db, facts) : [],
  }
}

/** The last estimate of the day, while the crew is still to come. */
function expectedAtOf(facts: ActFacts, now: Instant): Instant | null {
  const { expected_at: expectedAt, time_zone: zone } = facts
  if (expectedAt === null || !TO_COME.includes(facts.state)) return null
  return dateAt(expectedAt, zone) === facts.date && dateAt(now, zone) === facts.date ? expectedAt : null
}

function maySee(scope: UserScope, facts: ActFacts): boolean {
  if (scope.type === 'Operator') return facts.market_id === scope.marketId
  return (scope.type === 'Crew' ? facts.crew_id : facts.customer_id) === scope.userId
}

type ExtraRow = Awaited<ReturnType<typeof findExtras>>[number]

type ProblemRow = NonNullable<Awaited<ReturnType<typeof findLastProblem>>>

function isOpen(extra: ExtraRow, facts: ActFacts, now: Instant): boolean {
  return extra.state === 'proposed' && now < extra.expires_at && takesExtraWork(facts.state)
}

function toExtra(
  app: App,
  scope: UserScope,
  facts: ActFacts,
  extra: ExtraRow,
  { now, terms }: { now: Instant; terms: BusinessSettings },
) {
  const amountCents = cents(extra.amount_cents)
  const pay = crewPayFor([{ kind: 'extra', amountCents }], terms)
  return {
    id: extra.id,
    state: extra.state === 'proposed' && !isOpen(extra, facts, now) ? ('expired' as const) : extra.state,
    note: extra.note[scope.locale],
    serviceKey: extra.service_key,
    quantity: extra.quantity,
    amountCents,
    crewPayCents: scope.type === 'Customer' ? null : pay,
    photo: photoOf(app, extra.photo_id, extra),
    proposedAt: extra.proposed_at,
    expiresAt: extra.expires_at,
  }
}

async function toProblem(app: App, scope: UserScope, facts: ActFacts, row: ProblemRow, now: Instant) {
  const isOver = row.closed_at !== null
  // What would be paid is asked of the rule only while it is open; afterwards it stands on the visit.
  const fee = isOver
    ? null
    : callOutOf(row.reason, await priceLinesOf(app.db, facts), await termsOf(app.db, facts))
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    note: row.note,
    contact: row.contact,
    photo: photoOf(app, row.photo_id, row),
    reportedAt: row.reported_at,
    waitsUntil: row.waits_until,
    canEnd: !isOver && mustWaitUntil(toAccessFacts(row), now) === null,
    answer: row.answer,
    answeredAt: row.answered_at,
    feeCents: scope.type === 'Crew' ? null : (fee?.feeCents ?? null),
    crewFeeCents: scope.type === 'Customer' ? null : (fee?.crewPayCents ?? null),
  }
}

/** What held when the day of the visit began. */
async function termsOf(db: Db, facts: ActFacts): Promise<BusinessSettings> {
  return settingsOn(await settingsTimeline(db, facts.market_id), facts.date, facts.time_zone)
}

function photoOf(
  app: App,
  id: PhotoId | null,
  { width, height }: { width: number | null; height: number | null },
) {
  return id === null || width === null || height === null ? null : toPhotoReply(app, { id, width, height })
}
