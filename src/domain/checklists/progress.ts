/** How far a crew is with its list, and what it has to say of what it leaves undone. */
import type { Instant } from '../time.ts'
import type { ListItem } from './items.ts'

/** Why an item was left undone; `other` is said in words. */
export const UNDONE_REASONS = [
  'not_needed',
  'not_reachable',
  'in_use',
  'material_missing',
  'broken',
  'no_time',
  'other',
] as const
export type UndoneReason = (typeof UNDONE_REASONS)[number]

export type Undone = { readonly key: string; readonly reason: UndoneReason; readonly words: string }

/** What was said last of an item. */
export type Mark = { readonly isMarked: boolean; readonly at: Instant }

export type Progress = {
  /** By key; an item without one was not touched. */
  readonly marks: ReadonlyMap<string, Pick<Mark, 'isMarked'>>
  /** How many photos show an item, by key. */
  readonly photoCounts: ReadonlyMap<string, number>
}

/** A supply needs nothing to be finished: that it is not running low is what most visits find. */
export function isFinished(item: ListItem, { marks, photoCounts }: Progress): boolean {
  if (item.kind === 'supply') return true
  return marks.get(item.key)?.isMarked === true && !lacksPhoto(item, photoCounts)
}

function lacksPhoto({ key, photo }: ListItem, photoCounts: ReadonlyMap<string, number>): boolean {
  return photo === 'required' && (photoCounts.get(key) ?? 0) === 0
}

export function unfinishedOf(list: readonly ListItem[], progress: Progress): ListItem[] {
  return list.filter((item) => !isFinished(item, progress))
}

/** What counts as done, of what can be done. */
export function countsOf(list: readonly ListItem[], progress: Progress) {
  const tasks = list.filter(({ kind }) => kind === 'task')
  return { done: tasks.filter((item) => isFinished(item, progress)).length, all: tasks.length }
}

/** Whether a word is newer than what is known: phones repeat themselves, and two of one crew meet. */
export function isNews(known: Mark | null, said: Mark): boolean {
  return known === null || said.at > known.at
}
