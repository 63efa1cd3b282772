/** Takes visits that nobody has one step further: the next wave, a standing offer, a notice to the operator, or nothing yet. */
import type { PropertyId, UserId, VisitId } from '#domain/ids.ts'
import { addCents } from '#domain/money.ts'
import { rankCrews } from '#domain/offers/score.ts'
import { nextStep, standingWave, type Wave } from '#domain/offers/waves.ts'
import { latestStart, notifyOperatorAt, waveMayStartAt } from '#domain/offers/when.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { readSettings } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { findChosenCrews } from '../crews/chosen-queries.ts'
import { type CrewMatches, matchCrews } from './match-crews.ts'
import { notifyCrewsOfOffers } from './notify-crews.ts'
import { notifyOperatorsOfOpenVisits } from './notify-operators.ts'
import {
  expireOffers,
  findSentOffers,
  insertOffers,
  type SentOffer,
  type SentWave,
  withdrawOutdated,
} from './queries.ts'
import { isOpen, type OfferedVisit, readOfferedVisits } from './visit-queries.ts'
import { endOfferings, findOfferings, type OfferingRow, saveOfferings } from './wave-queries.ts'

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
  const matches = await matchCrews(db, open, now)
  const chosen = await findChosenCrews(
    db,
    open.map(({ propertyId }) => propertyId),
  )
  const book = await readSettings(db)
  const steps = open.map((visit) => {
    const settings = book.at(visit.marketId, now)
    const known = changed.has(visit.id) ? undefined : offerings.get(visit.id)
    const offering = known ?? { ...FRESH, visit_id: visit.id, began_at: now }
    return stepOf({ visit, offering, sent: sent.get(visit.id) ?? [], matches, chosen, now, settings })
  })
  await save(db, steps, now)
}

const FRESH = {
  waves_done: 0,
  wave_expires_at: null,
  is_standing: false,
  operator_notified_at: null,
  left_by_crew_id: null,
} as const

type Standing = {
  readonly settings: BusinessSettings
  readonly visit: OfferedVisit
  readonly offering: OfferingRow
  readonly sent: readonly SentOffer[]
  readonly matches: CrewMatches
  readonly chosen: ReadonlyMap<PropertyId, readonly UserId[]>
  readonly now: Instant
}

type Step = Walked & {
  readonly settings: BusinessSettings
  readonly visit: OfferedVisit
  readonly notifiesOperator: boolean
}

type Walked = {
  readonly offering: OfferingRow
  readonly wave: Wave<UserId> | null
  /** One crew alone, because the customer chose it. */
  readonly isChosen?: boolean
}

function stepOf(standing: Standing): Step {
  const { visit, offering, now, settings } = standing
  const walked = offering.is_standing ? { offering, wave: null } : walk(standing)
  const notifyAt = notifyOperatorAt(visit, offering.began_at, settings)
  const isDue = walked.offering.is_standing || now >= notifyAt
  if (!isDue || offering.operator_notified_at !== null)
    return { visit, settings, ...walked, notifiesOperator: false }
  return {
    visit,
    settings,
    ...walked,
    offering: { ...walked.offering, operator_notified_at: now },
    notifiesOperator: true,
  }
}

function walk(standing: Standing): Walked {
  const { visit, offering, sent, chosen, now, settings } = standing
  const stays = { offering, wave: null }
  // Without a price nobody can be promised anything: that is for the operator.
  if (visit.crewPayCents === null) return { offering: { ...offering, is_standing: true }, wave: null }
  if (now < waveMayStartAt(visit, now, settings)) return stays
  const open = { ...visit, crewPayCents: visit.crewPayCents }
  const ranking = rankingFor(standing)
  const step = nextStep({
    visit: open,
    ranking,
    chosen: chosen.get(visit.propertyId) ?? [],
    asked: sent.filter((each) => each.sent_at >= offering.began_at).map((each) => each.crew_id),
    wavesDone: offering.waves_done,
    currentExpiresAt: offering.wave_expires_at,
    now,
    settings,
  })
  if ('waitUntil' in step) return stays
  if ('askChosen' in step) {
    const { askChosen: wave } = step
    return { offering: { ...offering, wave_expires_at: wave.expiresAt }, wave, isChosen: true }
  }
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

/** Whoever released or declined the visit, is not asked again. */
function rankingFor({ visit, offering, sent, matches }: Standing): UserId[] {
  const declined = declinedOf(sent)
  return rankCrews(
    matches
      .candidatesFor(visit)
      .filter(({ conflict, crewId }) => conflict === null && crewId !== offering.left_by_crew_id)
      .filter(({ crewId }) => !declined.includes(crewId))
      // Who comes by anyway is near, however far from home.
      .map((crew) => ({ ...crew, distanceFeet: Math.min(crew.distanceFeet, crew.rangeFeet) })),
  )
}

function declinedOf(sent: readonly SentOffer[]): string[] {
  return sent.filter((each) => each.state === 'declined').map((each) => each.crew_id)
}

async function save(db: Db, steps: readonly Step[], now: Instant): Promise<void> {
  const waves: SentWave[] = steps.flatMap(({ visit, offering, wave, isChosen = false }) =>
    wave === null
      ? []
      : [
          {
            visit,
            crewIds: wave.crewIds,
            wave: wave.wave,
            isStanding: offering.is_standing,
            isChosen,
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
  // A standing offer is found by who looks for work; nobody is notified of it.
  await notifyCrewsOfOffers(db, { waves: waves.filter((wave) => !wave.isStanding), offers, now })
  await notifyOperatorsOfOpenVisits(
    db,
    steps.filter((step) => step.notifiesOperator).map(({ visit }) => visit),
    now,
  )
  await comeBack(
    db,
    steps.filter(({ wave, offering }) => wave !== null && !offering.is_standing),
    now,
  )
}

/** When the wave is over, and in between where the operator is to be notified before that. */
async function comeBack(db: Db, asking: readonly Step[], now: Instant): Promise<void> {
  const moments = asking.flatMap(({ visit, offering, wave, settings }) => {
    const notifyAt = notifyOperatorAt(visit, offering.began_at, settings)
    const isBetween = notifyAt > now && notifyAt < wave!.expiresAt
    return (isBetween ? [notifyAt, wave!.expiresAt] : [wave!.expiresAt]).map((runAt) => ({ visit, runAt }))
  })
  for (const [runAt, same] of Map.groupBy(moments, (moment) => moment.runAt))
    await enqueue(db, 'offer_visits', { visitIds: same.map(({ visit }) => visit.id) }, { now, runAt })
}
