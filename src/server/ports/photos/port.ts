import type { Readable } from 'node:stream'

/** Where pictures lie. Keys are made by us and never by a user; bytes are re-encoded before they come here. */
export type PhotoStore = {
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where there is no such picture. */
  get(key: string): Promise<Readable | null>
  /** With every copy that was made of it. */
  remove(key: string): Promise<void>
}

/** Of a smaller copy, or of one in another format, beside its picture; `form` says which: `w320-q80`, or nothing. */
export function copyKey(key: string, form: string, type: string): string {
  return `${copyPrefix(key)}${form === '' ? '' : `-${form}`}.${type}`
}

/** How the keys of all copies of a picture begin; a hyphen or a dot follows. */
export function copyPrefix(key: string): string {
  return `${key.replace(/\.[a-z0-9]+$/, '')}-v`
}
