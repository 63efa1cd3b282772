import type { Readable } from 'node:stream'

/** Where pictures lie. Keys are made by us and never by a user; bytes are re-encoded before they come here. */
export type PhotoStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is no such picture. */
  get(key: string): Promise<Readable | null>
  remove(key: string): Promise<void>
}
