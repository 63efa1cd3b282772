/** What a customer thinks of the crew of one of its visits: a favourite is asked first, a blocked one never. */
import type { VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { forgetChosenCrew } from './chosen-queries.ts'
import { type CrewMark, crewOfVisit, replaceMark, withdrawOpenOffers } from './mark-queries.ts'

export async function markCrew(
  app: App,
  scope: CustomerScope,
  input: { visitId: VisitId; mark: CrewMark },
): Promise<{ mark: CrewMark }> {
  const { visitId, mark } = input
  const now = app.ports.clock.now()
  await inTransaction(app.db, async (db) => {
    const crew = await crewOfVisit(db, scope, visitId)
    if (crew === undefined) throw new Refused('no_crew')
    const pair = { customerId: scope.userId, crewId: crew.id }
    await replaceMark(db, pair, mark, now)
    if (mark !== 'blocked') return
    await withdrawOpenOffers(db, pair, now)
    await forgetChosenCrew(db, pair)
  })
  return { mark }
}
