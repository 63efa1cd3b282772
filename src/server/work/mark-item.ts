/** A crew ticks an item of its list, or takes the tick back; of a supply it says that it is running low. */
import { isNews } from '#domain/checklists/progress.ts'
import type { VisitId } from '#domain/ids.ts'
import { type Instant, instant } from '#domain/time.ts'
import { canStep } from '#domain/visits/implied-confirmation.ts'
import type { App } from '../app.ts'
import { lockList } from '../checklists/lock-list.ts'
import type { SeenList } from '../checklists/read-lists.ts'
import { reportSupply } from '../checklists/report-supply.ts'
import { findListedVisit, marksOf, saveMark } from '../checklists/visit-queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import { type LoadedVisit, lockVisits } from '../visits/fact-queries.ts'
import { checkStillMine } from './check-still-mine.ts'

type Said = {
  readonly visitId: VisitId
  readonly key: string
  readonly isMarked: boolean
  /** When the crew tapped, by a phone that was offline since. */
  readonly at?: Instant | undefined
  readonly seenList?: SeenList | undefined
}

type Answer = { readonly visitId: VisitId; readonly key: string; readonly isMarked: boolean }

/** Answers what holds: a word that is older than the last one, or comes when all is done, changes nothing. */
export function markItem(app: App, scope: CrewScope, said: Said): Promise<Answer> {
  const now = app.ports.clock.now()
  const at = instant(Math.min(said.at ?? now, now))
  return inTransaction(
    app.db,
    async (db) => {
      const [locked] = await lockVisits(db, [said.visitId])
      const settings = await settingsAt(db, scope.marketId, now)
      const visit = await checkStillMine(db, scope.userId, locked, { at, settings })
      if (visit.state !== 'completed' && !canStep(visit, 'complete', actorOf(scope, at), at, settings))
        throw new Refused('wrong_state')
      const items = await lockList(db, {
        visitId: visit.id,
        crewId: scope.userId,
        at,
        seen: said.seenList,
        hasBegun: visit.state === 'in_progress' || visit.state === 'completed',
        now,
      })
      const item = items.find(({ key }) => key === said.key)
      if (item === undefined) throw new Refused('item_unknown', { at: 'key' })
      const known = await findMark(db, visit, said.key)
      const mark = { isMarked: said.isMarked, at }
      const answer = { visitId: visit.id, key: said.key }
      if (visit.state === 'completed' || !isNews(known, mark))
        return { ...answer, isMarked: known?.isMarked ?? false }
      await saveMark(db, visit.id, { key: said.key, ...mark })
      if (item.kind === 'supply') {
        const place = await findListedVisit(db, visit.id)
        const supply = { propertyId: place.property_id, serviceKey: place.service_key, key: item.key }
        await reportSupply(db, {
          supply,
          item,
          visitId: visit.id,
          customerId: visit.customerId,
          placeName: place.name,
          isLow: said.isMarked,
          now,
        })
      }
      return { ...answer, isMarked: said.isMarked }
    },
    { isolation: 'read committed' },
  )
}

async function findMark(db: Db, visit: LoadedVisit, key: string) {
  const row = (await marksOf(db, [visit.id])).find((mark) => mark.item_key === key)
  return row === undefined ? null : { isMarked: row.is_marked, at: row.marked_at }
}
