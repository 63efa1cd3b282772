/** What this device keeps in IndexedDB: the queue, and what was read for whoever is signed in. */
import type { QueryKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueueEntry } from '#domain/offline/entry.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Reply } from '#web/api.ts'

/** Bytes rather than blobs: some browsers lose blobs of private windows. */
type KeptBytes = { readonly id: string; readonly type: string; readonly bytes: ArrayBuffer }
/** What was read of the server, under one key each. */
export type KeptReply = { readonly userId: string; readonly asOf: number } & (
  | { readonly key: 'user'; readonly data: Reply<'GET /api/user'> }
  | { readonly key: 'services'; readonly data: Reply<'GET /api/services'> }
  | { readonly key: DayName; readonly data: Reply<'GET /api/day'> }
  // Any other read, under the hash by which the page's cache knows it.
  | { readonly key: `read ${string}`; readonly queryKey: QueryKey; readonly data: unknown }
)
export type DayName = `day ${LocalDate}`
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
    blocking() {
      void opened?.then((database) => database.close())
      opened = undefined
    },
    terminated() {
      opened = undefined
    },
  })
}
