/** What an operator sees of visits that nobody has, and of the crews that could do one. */
import { sql } from 'kysely'
import type { VisitId } from '#domain/ids.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import { rankCrews } from '#domain/offers/score.ts'
import { waveCount } from '#domain/offers/waves.ts'
import { addDays, dateAt, type Instant, mondayOf } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/settings-at.ts'
import { type CrewToAsk, readCrewField } from './crews-to-ask.ts'
import { readOfferedVisits } from './offered-visits.ts'
import { findSentOffers } from './queries.ts'

const SHOWN_AT_MOST = 60
const LISTED_AT_MOST = 100

/** Best first; then those whom it does not suit, nearest first, with the reason. Blocked crews are left out. */
export async function readCandidates(app: App, scope: OperatorScope, visitId: VisitId) {
  const now = app.ports.clock.now()
  const [visit] = await readOfferedVisits(app.db, [visitId])
  if (visit === undefined || visit.marketId !== scope.marketId) throw new Refused('not_found')
  const [field, sent] = [await readCrewField(app.db, [visit], now), await findSentOffers(app.db, [visitId])]
  const answers = new Map(sent.map((offer) => [offer.crew_id, offer.state]))
  const all = field.candidatesFor(visit).filter((crew) => !crew.isBlocked)
  return {
    visitId,
    propertyName: visit.propertyName,
    serviceKey: visit.serviceKey,
    date: visit.date,
    candidates: inOrder(all)
      .slice(0, SHOWN_AT_MOST)
      .map((crew) => toCandidate(crew, answers.get(crew.crewId) ?? null, crew.crewId === visit.crewId)),
  }
}

function inOrder(all: readonly CrewToAsk[]): CrewToAsk[] {
  const byId = new Map(all.map((crew) => [crew.crewId as string, crew]))
  const suited = rankCrews(
    all
      .filter((crew) => crew.misfit === null)
      .map((crew) => ({ ...crew, distanceFeet: Math.min(crew.distanceFeet, crew.rangeFeet) })),
  ).map((id) => byId.get(id)!)
  const others = all
    .filter((crew) => crew.misfit !== null)
    .sort((one, other) => one.distanceFeet - other.distanceFeet)
  return [...suited, ...others]
}

function toCandidate(crew: CrewToAsk, offer: OfferState | null, hasIt: boolean) {
  return {
    crewId: crew.crewId,
    name: crew.name,
    distanceFeet: Math.round(crew.distanceFeet),
    loadMinutes: crew.loadMinutes,
    capacityMinutes: crew.capacityMinutes,
    rating: crew.rating,
    reliability: crew.reliability,
    isFavourite: crew.isFavourite,
    misfit: crew.misfit,
    offer,
    hasIt,
  }
}

/** Visits of this and the next week that nobody has, those that a person must see to first. */
export async function readUnassigned(db: Db, scope: OperatorScope, now: Instant) {
  const today = dateAt(now, scope.timeZone)
  const { rows } = await sql<{
    id: VisitId
    waves_done: number | null
    is_standing: boolean | null
    operator_told_at: Instant | null
    open_offers: number
    declined_offers: number
    total: number
  }>`
    select visit.id, offering.waves_done, offering.is_standing, offering.operator_told_at,
      (select count(*) from offer where offer.visit_id = visit.id and offer.state = 'open') as open_offers,
      (select count(*) from offer where offer.visit_id = visit.id and offer.state = 'declined') as declined_offers,
      count(*) over () as total
    from visit
    join users customer on customer.id = visit.customer_id and customer.market_id = ${scope.marketId}
    left join offering on offering.visit_id = visit.id
    where visit.crew_id is null and visit.state in ('scheduled', 'reopened')
      and visit.date between ${addDays(today, -1)}::date and ${addDays(mondayOf(today), 13)}::date
      and visit.ends_at > ${toTimestamp(now)}
    order by offering.operator_told_at is null, visit.starts_at, visit.id
    limit ${LISTED_AT_MOST}
  `.execute(db)
  const settings = await settingsAt(db, scope.marketId, now)
  const visits = new Map(
    (
      await readOfferedVisits(
        db,
        rows.map((row) => row.id),
      )
    ).map((visit) => [visit.id, visit]),
  )
  return {
    totalCount: rows[0]?.total ?? 0,
    visits: rows.map((row) => {
      const visit = visits.get(row.id)!
      return {
        visitId: row.id,
        propertyName: visit.propertyName,
        neighbourhood: visit.neighbourhood,
        serviceKey: visit.serviceKey,
        date: visit.date,
        startsAt: visit.startsAt,
        endsAt: visit.endsAt,
        timeZone: visit.zone,
        waveCount: waveCount(settings),
        wavesDone: row.waves_done ?? 0,
        isStanding: row.is_standing ?? false,
        needsOperator: row.operator_told_at !== null,
        openOfferCount: row.open_offers,
        declinedCount: row.declined_offers,
      }
    }),
  }
}
