/** Where the queue stands. What a method has answered is on the disk, if the store is a lasting one. */
import type { Change } from '#domain/offline/answers.ts'
import { type EntryDraft, isUnsent, type QueueEntry } from '#domain/offline/entry.ts'
import { admit } from '#domain/offline/queue.ts'
import type { Instant } from '#domain/time.ts'

export type EntryChange = Partial<Change> & Partial<Pick<QueueEntry, 'act'>>

export type QueueStore = {
  /** False where the browser keeps nothing beyond this page. */
  readonly isLasting: boolean
  all(userId: string): Promise<QueueEntry[]>
  /** Whose things are still to be sent. */
  owners(): Promise<readonly string[]>
  /** Writes the entry and its bytes in one; a second tap answers the entry that is there. Rejects when the disk is full. */
  add(draft: EntryDraft, bytes: Blob | null, now: Instant): Promise<QueueEntry>
  /** Only where the entry is still there. */
  change(id: string, change: EntryChange, now: Instant): Promise<void>
  bytesOf(id: string): Promise<Blob | null>
  /** The bytes of what the server has need no room any more. */
  dropBytes(id: string): Promise<void>
  forget(ids: readonly string[]): Promise<void>
}

/** What adding does to the entries, for every store: the entry to answer, and those to write and to remove. */
export function added(entries: readonly QueueEntry[], draft: EntryDraft, now: Instant) {
  const admission = admit(entries, draft)
  if ('duplicateOf' in admission) {
    const there = entries.find(({ id }) => id === admission.duplicateOf)!
    return { entry: there, writes: [], removes: [] }
  }
  const entry: QueueEntry = {
    ...draft,
    seq: entries.reduce((last, { seq }) => Math.max(last, seq), 0) + 1,
    state: 'kept',
    changedAt: now,
    attempts: 0,
    notBefore: now,
    failure: null,
    isTimeless: false,
  }
  const revived = entries
    .filter(({ id }) => admission.revives.includes(id))
    .map((each) => ({ ...each, state: 'kept' as const, attempts: 0, notBefore: now, failure: null }))
  return { entry, writes: [entry, ...revived], removes: admission.drops }
}

export function ownersOf(entries: readonly QueueEntry[]): readonly string[] {
  return [...new Set(entries.filter(isUnsent).map(({ userId }) => userId))]
}

/** For browsers that keep nothing: lasts as long as the page. */
export function memoryStore(): QueueStore {
  const entries = new Map<string, QueueEntry>()
  const bytes = new Map<string, Blob>()
  return {
    isLasting: false,
    all: async (userId) => [...entries.values()].filter((each) => each.userId === userId),
    owners: async () => ownersOf([...entries.values()]),
    add: async (draft, blob, now) => {
      const mine = [...entries.values()].filter((each) => each.userId === draft.userId)
      const { entry, writes, removes } = added(mine, draft, now)
      for (const id of removes) entries.delete(id)
      for (const each of writes) entries.set(each.id, each)
      if (blob && writes.length > 0) bytes.set(entry.id, blob)
      return entry
    },
    change: async (id, change, now) => {
      const entry = entries.get(id)
      if (entry) entries.set(id, changed(entry, change, now))
    },
    bytesOf: async (id) => bytes.get(id) ?? null,
    dropBytes: async (id) => void bytes.delete(id),
    forget: async (ids) => {
      for (const id of ids) {
        entries.delete(id)
        bytes.delete(id)
      }
    },
  }
}

export function changed(entry: QueueEntry, change: EntryChange, now: Instant): QueueEntry {
  const changedAt = change.state === undefined || change.state === entry.state ? entry.changedAt : now
  return { ...entry, ...change, changedAt }
}
