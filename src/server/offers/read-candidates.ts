/** What an operator sees of the crews that could do a visit. */
import type { VisitId } from '#domain/ids.ts'
import type { OfferState } from '#domain/offers/graph.ts'
import { rankCrews } from '#domain/offers/score.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { type CrewMatch, matchCrews } from './match-crews.ts'
import { findSentOffers } from './queries.ts'
import { readOfferedVisits } from './visit-queries.ts'

const SHOWN_AT_MOST = 60

/** Best first; then those whom it does not suit, nearest first, with the reason. Blocked crews are left out. */
export async function readCandidates(app: App, scope: OperatorScope, visitId: VisitId) {
  const now = app.ports.clock.now()
  const [visit] = await readOfferedVisits(app.db, [visitId])
  if (visit === undefined || visit.marketId !== scope.marketId) throw new Refused('not_found')
  const [matches, sent] = [await matchCrews(app.db, [visit], now), await findSentOffers(app.db, [visitId])]
  const answers = new Map(sent.map((offer) => [offer.crew_id, offer.state]))
  const all = matches.candidatesFor(visit).filter((crew) => !crew.isBlocked)
  return {
    visitId,
    propertyName: visit.propertyName,
    serviceKey: visit.serviceKey,
    date: visit.date,
    candidates: ranked(all)
      .slice(0, SHOWN_AT_MOST)
      .map((crew) => toCandidate(crew, answers.get(crew.crewId) ?? null, crew.crewId === visit.crewId)),
  }
}

function ranked(all: readonly CrewMatch[]): CrewMatch[] {
  const byId = new Map<string, CrewMatch>(all.map((crew) => [crew.crewId, crew]))
  const suited = rankCrews(
    all
      .filter((crew) => crew.conflict === null)
      .map((crew) => ({ ...crew, distanceFeet: Math.min(crew.distanceFeet, crew.rangeFeet) })),
  ).map((id) => byId.get(id)!)
  const others = all
    .filter((crew) => crew.conflict !== null)
    .sort((one, other) => one.distanceFeet - other.distanceFeet)
  return [...suited, ...others]
}

function toCandidate(crew: CrewMatch, offer: OfferState | null, hasIt: boolean) {
  return {
    crewId: crew.crewId,
    name: crew.name,
    distanceFeet: Math.round(crew.distanceFeet),
    loadMinutes: crew.loadMinutes,
    capacityMinutes: crew.capacityMinutes,
    rating: crew.rating,
    reliability: crew.reliability,
    isFavourite: crew.isFavourite,
    conflict: crew.conflict,
    offer,
    hasIt,
  }
}
