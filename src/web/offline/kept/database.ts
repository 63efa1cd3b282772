/** What this device keeps in IndexedDB: the queue, and what was read for whoever is signed in. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueueEntry } from '#domain/offline/entry.ts'

/** Bytes rather than blobs: some browsers lose blobs of private windows. */
type KeptBytes = { readonly id: string; readonly type: string; readonly bytes: ArrayBuffer }
export type KeptReply = {
  readonly key: string
  readonly userId: string
  readonly data: unknown
  readonly asOf: number
}
type KeptPicture = KeptBytes & { readonly userId: string }

interface Kept extends DBSchema {
  entries: { key: string; value: QueueEntry; indexes: { userId: string } }
  bytes: { key: string; value: KeptBytes }
  replies: { key: string; value: KeptReply }
  pictures: { key: string; value: KeptPicture }
}
export type OfflineDatabase = IDBPDatabase<Kept>

let opened: Promise<OfflineDatabase> | undefined

/** Rejects where the browser keeps nothing. */
export function openOfflineDatabase(): Promise<OfflineDatabase> {
  opened ??= open()
  // Another try may go better, as when storage was freed.
  opened.catch(() => {
    opened = undefined
  })
  return opened
}

async function open(): Promise<OfflineDatabase> {
  return openDB<Kept>('crew', 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' }).createIndex('userId', 'userId')
      database.createObjectStore('bytes', { keyPath: 'id' })
      database.createObjectStore('replies', { keyPath: 'key' })
      database.createObjectStore('pictures', { keyPath: 'id' })
    },
    // The next build wants to change the database: it comes first, we open again when asked.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  })
}
