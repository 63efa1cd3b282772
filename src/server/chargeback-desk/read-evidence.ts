/** Everything that speaks for us against a chargeback, from our own data. */
import type { App } from '../app.ts'
import { acceptancesOf } from '../house-texts/queries.ts'
import { photosOfVisits } from '../photos/queries.ts'
import { historyOf, messagesOf, visitsOf } from './evidence-queries.ts'
import type { DeskRow } from './queries.ts'

export type Evidence = Awaited<ReturnType<typeof readEvidence>>

export async function readEvidence({ db }: App, row: DeskRow) {
  const paymentId = row.payment_id!
  const visits = await visitsOf(db, paymentId)
  const ids = visits.map(({ id }) => id)
  const [photos, messages, history, acceptances] = [
    await photosOfVisits(db, ids),
    await messagesOf(db, ids),
    await historyOf(db, row.customer_id, paymentId),
    await acceptancesOf(db, row.customer_id),
  ]
  return {
    row,
    history,
    acceptances,
    visits: visits.map((visit) => ({
      ...visit,
      photos: photos.filter(({ visit_id, owner_id }) => visit_id === visit.id && owner_id === visit.crew_id),
      messages: messages.filter(({ visit_id }) => visit_id === visit.id),
    })),
  }
}
