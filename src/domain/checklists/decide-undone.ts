/** Apart from how far a list is, which screens ask: they need no words for refusals. */
import { type Refusal, refuse } from '../refusals.ts'
import type { ListItem } from './items.ts'
import { type Progress, type Undone, unfinishedOf } from './progress.ts'

/** The reasons that are kept with a completion: one for each item left undone, and none for what was done after all. */
export function decideUndone(
  list: readonly ListItem[],
  progress: Progress,
  said: readonly Undone[],
): readonly Undone[] | Refusal {
  const undone = unfinishedOf(list, progress).map(({ key }) => said.find((each) => each.key === key))
  const reasons = undone.filter((each) => each !== undefined)
  return reasons.length < undone.length ? refuse('items_unfinished') : reasons
}
