/** What a visit left behind, in one place, for whoever decides: pictures, places, distance, times, messages. */

import { cents } from '#domain/money.ts'
import type { App } from '../app.ts'
import { toPhotoReply } from '../pictures/sign-photo-url.ts'
import { photosOf, timelineOf } from '../visits/queries.ts'
import type { DisputeRow } from './queries.ts'
import { earlierDisputes, messagesOf, owedFor, refundsTo } from './visit-queries.ts'

export async function readEvidence(app: App, row: DisputeRow) {
  const { db } = app
  const visitId = row.visit_id
  const [proof, steps, messages] = [
    await photosOf(db, visitId),
    await timelineOf(db, visitId),
    await messagesOf(db, visitId),
  ]
  return {
    customerId: row.customer_id,
    customerName: row.customer_name,
    crewId: row.crew_id,
    crewName: row.crew_name,
    address: row.address,
    place: { lat: row.lat, lng: row.lng },
    completedPlace:
      row.completed_lat === null || row.completed_lng === null
        ? null
        : { lat: row.completed_lat, lng: row.completed_lng },
    distanceFeet: row.completed_distance_feet,
    isFlagged: row.is_flagged,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    visitState: row.visit_state,
    proof: proof.map((photo) => ({
      ...toPhotoReply(app, photo),
      takenAt: photo.taken_at ?? photo.created_at,
    })),
    steps: steps.map((step) => ({ at: step.at, transition: step.transition, actorRole: step.actor_role })),
    messages,
    owedCents: owedFor(row.price_lines).owedCents,
    crewPayCents: cents(row.crew_pay_cents ?? 0),
    refundsTo: await refundsTo(db, visitId),
    earlierDisputes: await earlierDisputes(db, row),
  }
}
