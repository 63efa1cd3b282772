/**
 * What pages ask of a browser, where they are drawn without one: in the build for strangers, in a thread of the server
 * for somebody's own phone. It stands before anything else of the pages is loaded.
 */
import type { UserType } from '#web/urls.ts'

type Phone = { readonly type: UserType | null; readonly now: number | null }

let phone: Phone = { type: null, now: null }

/** Whose phone the next drawing is for; a stranger's has nothing. */
export function standFor(next: Phone): void {
  phone = next
}

const nothing = () => undefined
const never = () => new Promise<never>(nothing)
const realNow = Date.now

const kept = { getItem: (key: string) => (key === 'crew_last_type' ? phone.type : null) }
const page = {
  get cookie() {
    return phone.type === null ? '' : 'crew_signed_in=1'
  },
  documentElement: { lang: '', dataset: {} },
  visibilityState: 'visible',
  getElementById: () => null,
  querySelector: () => null,
  addEventListener: nothing,
  removeEventListener: nothing,
}

// Some of these are there already, and cannot be assigned to.
for (const [name, value] of Object.entries({
  window: globalThis,
  document: page,
  location: new URL('http://localhost/'),
  localStorage: kept,
  sessionStorage: { getItem: () => null },
  navigator: { onLine: true, languages: [], userAgent: '' },
  PublicKeyCredential: nothing,
  addEventListener: nothing,
  removeEventListener: nothing,
  // What did not come with the document is not asked from here.
  fetch: never,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
Date.now = () => phone.now ?? realNow()
