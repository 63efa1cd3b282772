/** What is asked, and what the product's process tells of it to whoever answers the same without the product. */
export type Asked = {
  readonly name: string
  readonly who: 'Customer' | 'Crew'
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  /** One after another, since all of them are of one row. */
  readonly isOneByOne?: boolean
}

export const ASKED: readonly Asked[] = [
  { name: 'a number', who: 'Customer', method: 'GET', path: '/api/unread-notices' },
  { name: 'a person', who: 'Customer', method: 'GET', path: '/api/user?fields=*' },
  { name: 'a list of places', who: 'Customer', method: 'GET', path: '/api/properties' },
  { name: 'a list of weekly jobs', who: 'Customer', method: 'POST', path: '/api/get-weekly-jobs', body: {} },
  { name: 'a crew’s day', who: 'Crew', method: 'GET', path: '/api/day' },
  { name: 'a list of notices', who: 'Customer', method: 'POST', path: '/api/get-notices', body: {} },
  {
    name: 'a write',
    who: 'Customer',
    method: 'POST',
    path: '/api/save-notification-preferences',
    body: { preferences: [{ event: 'visit_done', channel: 'push', isOn: true }] },
    isOneByOne: true,
  },
]

/** A statement as the product sent it; `isSession` of the one that reads the session by its token. */
export type Statement = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly isSession: boolean
}

/** What one call asked the database, one after another, and what it answered. */
export type Recorded = Asked & { readonly statements: readonly Statement[]; readonly answer: string }

export type Work = {
  readonly connection: object
  readonly cookieName: string
  readonly recorded: readonly Recorded[]
}

export type Product = Work & { readonly origin: string; readonly cookies: Readonly<Record<string, string>> }
export type Usage = { readonly cpuMs: number }
