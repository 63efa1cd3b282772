/** What is written down, in which order it is sent, and what is sent again after a page was killed. */
import { type Instant, instant } from '../time.ts'
import { type Act, type EntryDraft, isDayAct, isUnsent, type QueueEntry } from './entry.ts'

/** `drops` are unsent entries that the new one makes pointless, `revives` refused ones that may be tried again. */
export type Admission =
  | { readonly duplicateOf: string }
  | { readonly drops: readonly string[]; readonly revives: readonly string[] }

/** A second tap, or the same picture again, adds nothing. */
export function admit(entries: readonly QueueEntry[], draft: EntryDraft): Admission {
  const ofVisit = entries.filter((each) => each.visitId === draft.visitId && each.userId === draft.userId)
  if (isDayAct(draft.act)) return admitOfDay(ofVisit, draft.act)
  if (draft.act.kind === 'mark') return admitMark(ofVisit, draft.act)
  const same = ofVisit.find((each) => isSame(each.act, draft.act))
  if (same !== undefined && same.state !== 'refused') return { duplicateOf: same.id }
  const { act } = draft
  // Who has begun is no longer on the way: nobody wants to hear of it then.
  const overtaken = ofVisit.filter(
    (each) => act.kind === 'start' && each.act.kind === 'start' && isUnsent(each),
  )
  if (act.kind === 'start' && act.step === 'en_route' && overtaken.length > 0)
    return { duplicateOf: overtaken[0]!.id }
  const refused = ofVisit.filter((each) => each.state === 'refused')
  return {
    drops: [...overtaken, ...(same === undefined ? [] : [same])].map(({ id }) => id),
    // A completion that lacked a photo goes again once there is one more.
    revives: refused
      .filter((each) => act.kind === 'photo' && each.act.kind === 'complete')
      .map(({ id }) => id),
  }
}

/** The last word on an item holds; one that nobody has heard yet goes with it. */
function admitMark(ofVisit: readonly QueueEntry[], { itemKey, isMarked }: Act & { kind: 'mark' }): Admission {
  const ofItem = inOrder(ofVisit).filter(({ act }) => act.kind === 'mark' && act.itemKey === itemKey)
  const last = ofItem.findLast(({ state }) => state !== 'refused')
  if (last?.act.kind === 'mark' && last.act.isMarked === isMarked) return { duplicateOf: last.id }
  return {
    drops: ofItem.filter(({ state }) => state === 'kept' || state === 'refused').map(({ id }) => id),
    // What a completion lacked may be there now.
    revives: ofVisit
      .filter(({ act, state }) => act.kind === 'complete' && state === 'refused')
      .map(({ id }) => id),
  }
}

/** What was said last of a day is what holds: an earlier word that nobody has heard yet goes. */
function admitOfDay(ofDay: readonly QueueEntry[], act: Act): Admission {
  const waiting = ofDay.filter(({ state }) => state === 'kept' || state === 'refused')
  const isOfTime = (each: QueueEntry) => each.act.kind === 'late' || each.act.kind === 'on_time'
  const drops = waiting.filter((each) => (act.kind === 'ill' ? each.act.kind === 'ill' : isOfTime(each)))
  return { drops: drops.map(({ id }) => id), revives: [] }
}

/** The next to be sent now: oldest first, but a completion only after everything else of its visit. */
export function nextToSend(entries: readonly QueueEntry[], now: Instant): QueueEntry | null {
  return inOrder(entries).find((each) => each.notBefore <= now && isReady(each, entries)) ?? null
}

/** When something is due that waits for its time; null where nothing does. */
export function nextTryAt(entries: readonly QueueEntry[]): Instant | null {
  const times = entries.filter((each) => isReady(each, entries)).map((each) => each.notBefore)
  return times.length === 0 ? null : instant(Math.min(...times))
}

/** A page that was killed while it sent does not know the answer: it asks again under the same key. */
export function afterKill(entries: readonly QueueEntry[]): readonly QueueEntry[] {
  return entries.filter((each) => each.state === 'sending')
}

/** What the server has, and what was read from it since says so as well. */
export function forgettable(entries: readonly QueueEntry[], readAt: Instant): readonly QueueEntry[] {
  return entries.filter(
    (each) =>
      each.state === 'safe' &&
      each.changedAt < readAt &&
      // Beside a conflict stands how many photos are safe.
      !entries.some((other) => other.visitId === each.visitId && other.state === 'conflict'),
  )
}

/** Photos and starts hold back nothing but what follows them at the same visit. */
function isReady(entry: QueueEntry, entries: readonly QueueEntry[]): boolean {
  if (entry.state !== 'kept') return false
  // What is said of the rest of a day follows from what was done before, so it comes after all of that.
  if (isDayAct(entry.act))
    return !entries.some((each) => each.seq < entry.seq && isUnsent(each) && each.act.kind !== 'photo')
  const others = entries.filter((each) => each.visitId === entry.visitId && each !== entry && isUnsent(each))
  if (entry.act.kind === 'complete') return others.length === 0
  return (
    entry.act.kind === 'photo' || !others.some((each) => each.act.kind === 'start' && each.seq < entry.seq)
  )
}

function isSame(one: Act, other: Act): boolean {
  if (one.kind === 'start' && other.kind === 'start') return one.step === other.step
  if (one.kind === 'photo' && other.kind === 'photo')
    return one.sha256 !== null && one.sha256 === other.sha256 && one.itemKey === other.itemKey
  if (one.kind === 'pass' && other.kind === 'pass') return one.code === other.code
  return one.kind === 'complete' && other.kind === 'complete'
}

function inOrder(entries: readonly QueueEntry[]): QueueEntry[] {
  return [...entries].sort((one, other) => one.seq - other.seq)
}
