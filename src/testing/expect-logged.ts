/** After each call of an operator that writes, in every test: the log says that it was made. */

import type { App } from '#server/app.ts'
import { LOGGED_CALLS } from './logged-calls.ts'

export async function expectLogged({ db }: App, key: string): Promise<void> {
  const actions = isLogged(key) ? LOGGED_CALLS[key] : null
  if (actions === null) return
  const entry = await db
    .selectFrom('audit_entry')
    .where('action', 'in', actions)
    .where('actor_id', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  if (entry === undefined)
    throw new Error(`${key} left nothing in the log: record ${actions.join(' or ')} where it acts`)
}

function isLogged(key: string): key is keyof typeof LOGGED_CALLS {
  return Object.hasOwn(LOGGED_CALLS, key)
}
