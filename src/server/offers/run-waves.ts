/** Brings visits that nobody has one step on: the next wave, a standing offer, word to the operator, or nothing yet. */
import type { UserId, VisitId } from '#domain/ids.ts'
import { addCents } from '#domain/money.ts'
import { rankCrews } from '#domain/offers/score.ts'
import { nextStep, standingWave, type Wave } from '#domain/offers/waves.ts'
import { latestStart, tellOperatorAt, waveMayStartAt } from '#domain/offers/when.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { readSettings } from '../settings/settings-at.ts'
import { enqueue } from '../tasks/queue.ts'
import { type CrewField, readCrewField } from './crews-to-ask.ts'
import { isOpen, type OfferedVisit, readOfferedVisits } from './offered-visits.ts'
import {
  endOfferings,
  expireOffers,
  findOfferings,
  findSentOffers,
  insertOffers,
  type OfferingRow,
  type SentOffer,
  saveOfferings,
  withdrawOutdated,
} from './queries.ts'
import { type SentWave, tellCrewsOfOffers } from './tell-crews.ts'
import { tellOperatorsOfOpenVisits } from './tell-operators.ts'

/** Runs in the caller's transaction. Visits that somebody has meanwhile, or nobody wants, leave the waves. */
export async function runWaves(
  db: Db,
  { visitIds, now }: { visitIds: readonly VisitId[]; now: Instant },
): Promise<void> {
  const visits = await readOfferedVisits(db, visitIds, { isLocked: true })
  const [open, over] = [
    visits.filter((visit) => isOpen(visit, now)),
    visits.filter((visit) => !isOpen(visit, now)),
  ]
  const changed = await withdrawOutdated(db, visitIds, now)
  await expireOffers(db, { visitIds, now })
  await endOfferings(
    db,
    over.map(({ id }) => id),
    now,
  )
  if (open.length === 0) return
  const offerings = await findOfferings(
    db,
    open.map(({ id }) => id),
  )
  const sent = Map.groupBy(
    await findSentOffers(
      db,
      open.map(({ id }) => id),
    ),
    (offer) => offer.visit_id,
  )
  const field = await readCrewField(db, open, now)
  const book = await readSettings(db)
  const steps = open.map((visit) => {
    const settings = book.at(visit.marketId, now)
    const known = changed.has(visit.id) ? undefined : offerings.get(visit.id)
    const offering = known ?? { ...FRESH, visit_id: visit.id, began_at: now }
    return stepOf({ visit, offering, sent: sent.get(visit.id) ?? [], field, now, settings })
  })
  await save(db, steps, now)
}

const FRESH = {
  waves_done: 0,
  wave_expires_at: null,
  is_standing: false,
  operator_told_at: null,
  left_by_crew_id: null,
} as const

type Standing = {
  readonly settings: BusinessSettings
  readonly visit: OfferedVisit
  readonly offering: OfferingRow
  readonly sent: readonly SentOffer[]
  readonly field: CrewField
  readonly now: Instant
}

type Step = {
  readonly settings: BusinessSettings
  readonly visit: OfferedVisit
  readonly offering: OfferingRow
  readonly wave: Wave | null
  readonly tellsOperator: boolean
}

function stepOf(standing: Standing): Step {
  const { visit, offering, now, settings } = standing
  const walked = offering.is_standing ? { offering, wave: null } : walk(standing)
  const tellsAt = tellOperatorAt(visit, offering.began_at, settings)
  const isDue = walked.offering.is_standing || now >= tellsAt
  if (!isDue || offering.operator_told_at !== null)
    return { visit, settings, ...walked, tellsOperator: false }
  return {
    visit,
    settings,
    ...walked,
    offering: { ...walked.offering, operator_told_at: now },
    tellsOperator: true,
  }
}

function walk(standing: Standing): { offering: OfferingRow; wave: Wave | null } {
  const { visit, offering, sent, now, settings } = standing
  const stays = { offering, wave: null }
  // Without a price nobody can be promised anything: that is for the operator.
  if (visit.crewPayCents === null) return { offering: { ...offering, is_standing: true }, wave: null }
  if (now < waveMayStartAt(visit, now, settings)) return stays
  const open = { ...visit, crewPayCents: visit.crewPayCents }
  const ranking = rankingFor(standing)
  const step = nextStep({
    visit: open,
    ranking,
    asked: sent.filter((each) => each.sent_at >= offering.began_at).map((each) => each.crew_id),
    wavesDone: offering.waves_done,
    currentExpiresAt: offering.wave_expires_at,
    now,
    settings,
  })
  if ('waitUntil' in step) return stays
  if ('ask' in step) {
    const { wave, expiresAt } = step.ask
    return { offering: { ...offering, waves_done: wave + 1, wave_expires_at: expiresAt }, wave: step.ask }
  }
  const declined = declinedOf(sent)
  const wave = standingWave({
    visit: open,
    ranking,
    declined,
    latestStart: latestStart(visit),
    now,
    settings,
  })
  return { offering: { ...offering, is_standing: true, wave_expires_at: null }, wave }
}

/** Whoever gave the visit back, or has said no to it, is not asked again. */
function rankingFor({ visit, offering, sent, field }: Standing): string[] {
  const declined = declinedOf(sent)
  return rankCrews(
    field
      .candidatesFor(visit)
      .filter(({ misfit, crewId }) => misfit === null && crewId !== offering.left_by_crew_id)
      .filter(({ crewId }) => !declined.includes(crewId))
      // Who comes by anyway is near, however far from home.
      .map((crew) => ({ ...crew, distanceFeet: Math.min(crew.distanceFeet, crew.rangeFeet) })),
  )
}

function declinedOf(sent: readonly SentOffer[]): string[] {
  return sent.filter((each) => each.state === 'declined').map((each) => each.crew_id)
}

async function save(db: Db, steps: readonly Step[], now: Instant): Promise<void> {
  const waves: SentWave[] = steps.flatMap(({ visit, offering, wave }) =>
    wave === null
      ? []
      : [
          {
            visit,
            crewIds: wave.crewIds as UserId[],
            wave: wave.wave,
            isStanding: offering.is_standing,
            payCents: addCents(visit.crewPayCents!, wave.raiseCents),
            raiseCents: wave.raiseCents,
            expiresAt: wave.expiresAt,
          },
        ],
  )
  const offers = await insertOffers(db, waves, now)
  await saveOfferings(
    db,
    steps.map(({ offering }) => offering),
  )
  // A standing offer is found by who looks for work; nobody is rung for it.
  await tellCrewsOfOffers(db, { waves: waves.filter((wave) => !wave.isStanding), offers, now })
  await tellOperatorsOfOpenVisits(
    db,
    steps.filter((step) => step.tellsOperator).map(({ visit }) => visit),
    now,
  )
  await comeBack(
    db,
    steps.filter(({ wave, offering }) => wave !== null && !offering.is_standing),
    now,
  )
}

/** When the wave is over, and in between where the operator is to hear before that. */
async function comeBack(db: Db, asking: readonly Step[], now: Instant): Promise<void> {
  const moments = asking.flatMap(({ visit, offering, wave, settings }) => {
    const tellsAt = tellOperatorAt(visit, offering.began_at, settings)
    const isBetween = tellsAt > now && tellsAt < wave!.expiresAt
    return (isBetween ? [tellsAt, wave!.expiresAt] : [wave!.expiresAt]).map((runAt) => ({ visit, runAt }))
  })
  for (const [runAt, same] of Map.groupBy(moments, (moment) => moment.runAt))
    await enqueue(db, 'offer_visits', { visitIds: same.map(({ visit }) => visit.id) }, { now, runAt })
}
