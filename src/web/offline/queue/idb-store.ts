/** The queue in IndexedDB, written through to the disk before anybody is notified. */
import type { QueueEntry } from '#domain/offline/entry.ts'
import { openOfflineDatabase } from '#web/offline/kept/database.ts'
import { withRoom } from '#web/offline/kept/kept-store.ts'
import { added, changed, ownersOf, type QueueStore } from './store.ts'

/** Else a phone that loses power may lose what its screen said was kept. */
const STRICT = { durability: 'strict' } as const

/** Rejects where the browser has no database for us. */
export async function idbStore(): Promise<QueueStore> {
  await openOfflineDatabase()
  return {
    isLasting: true,
    all: async (userId) => (await openOfflineDatabase()).getAllFromIndex('entries', 'userId', userId),
    owners: async () => ownersOf(await (await openOfflineDatabase()).getAll('entries')),
    add: async (draft, blob, now) => {
      // Read before the transaction: it would not wait for anything but itself.
      const bytes = blob && (await blob.arrayBuffer())
      const database = await openOfflineDatabase()
      let here: QueueEntry | undefined
      await withRoom(async () => {
        const write = database.transaction(['entries', 'bytes'], 'readwrite', STRICT)
        const mine = await write.objectStore('entries').index('userId').getAll(draft.userId)
        const { entry, writes, removes } = added(mine, draft, now)
        for (const id of removes) {
          void write.objectStore('entries').delete(id)
          void write.objectStore('bytes').delete(id)
        }
        for (const each of writes) void write.objectStore('entries').put(each)
        if (blob && bytes && writes.length > 0)
          void write.objectStore('bytes').put({ id: entry.id, type: blob.type, bytes })
        await write.done
        here = entry
      })
      if (!here) throw new Error('nothing was written')
      return here
    },
    change: async (id, change, now) => {
      const write = (await openOfflineDatabase()).transaction('entries', 'readwrite', STRICT)
      const entry = await write.store.get(id)
      if (entry) await write.store.put(changed(entry, change, now))
      await write.done
    },
    bytesOf: async (id) => {
      const kept = await (await openOfflineDatabase()).get('bytes', id)
      return kept ? new Blob([kept.bytes], { type: kept.type }) : null
    },
    dropBytes: async (id) => (await openOfflineDatabase()).delete('bytes', id),
    forget: async (ids) => {
      const write = (await openOfflineDatabase()).transaction(['entries', 'bytes'], 'readwrite', STRICT)
      for (const id of ids) {
        void write.objectStore('entries').delete(id)
        void write.objectStore('bytes').delete(id)
      }
      await write.done
    },
  }
}
