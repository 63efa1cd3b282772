import type { BulkChangeId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { countStates, listBulks, listNoted } from './bulk-queries.ts'

/** The latest, with how far each is. */
export async function readBulks({ db, ports }: App, scope: CustomerScope) {
  const bulks = await listBulks(db, scope)
  const ids = bulks.map(({ id }) => id)
  const [states, noted] = await Promise.all([countStates(db, ids), listNoted(db, ids)])
  const now = ports.clock.now()
  const countOf = (id: BulkChangeId, ...wanted: readonly (typeof states)[number]['state'][]) =>
    states
      .filter((row) => row.bulk_change_id === id && wanted.includes(row.state))
      .reduce((sum, row) => sum + row.count, 0)
  const isAllSeen = ({ id, job_count }: (typeof bulks)[number]) =>
    scope.helper === undefined ||
    states.reduce((sum, row) => sum + (row.bulk_change_id === id ? row.count : 0), 0) === job_count
  return bulks.map((bulk) => {
    const { id, change, state, job_count: jobCount, created_at, undo_until, helper_name } = bulk
    const changedCount = countOf(id, 'changed')
    const isGoingBack = state === 'undoing' || state === 'giving_up'
    const behind = isGoingBack
      ? countOf(id, 'undone', 'left')
      : countOf(id, 'changed', 'same', 'refused', 'undone', 'left')
    return {
      id,
      change,
      helperName: helper_name,
      state,
      jobCount: isGoingBack ? behind + changedCount : jobCount,
      behindCount: behind,
      changedCount,
      sameCount: countOf(id, 'same'),
      refusedCount: countOf(id, 'refused'),
      undoneCount: countOf(id, 'undone'),
      leftCount: countOf(id, 'left'),
      createdAt: created_at,
      undoUntil: undo_until,
      canUndo: state === 'done' && now < undo_until && changedCount > 0 && isAllSeen(bulk),
      // Once it is undone only what stayed is news.
      noted: noted
        .filter(
          (row) =>
            row.bulk_change_id === id &&
            (state !== 'undone' || row.state === 'left' || row.state === 'undone'),
        )
        .map(({ noteTexts, note, ...row }) => ({ ...row, note: noteTexts?.[scope.locale] ?? note })),
    }
  })
}
