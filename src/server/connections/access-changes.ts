/**
 * Whether a call changed what sessions say of people: who is signed in, as whom, in which role, at whose places. Triggers
 * send it to the connection that did it (`tell_change_of_access`), whatever statement it was.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Client } from 'pg'

const CHANGE_OF_ACCESS = 'CM002'

type Noted = { hasChanged: boolean }

const calls = new AsyncLocalStorage<Noted>()
const noticed = new WeakSet<object>()

export function watchAccess(client: Client): void {
  client.on('notice', ({ code }) => {
    if (code === CHANGE_OF_ACCESS) noticed.add(client)
  })
}

/** After a statement: where it changed somebody's access, the call that sent it did. */
export function noteAccess(client: object): void {
  if (!noticed.delete(client)) return
  const noted = calls.getStore()
  if (noted !== undefined) noted.hasChanged = true
}

/** Does the work of a call, and `settle` after it where it changed somebody's access, be it that it failed later. */
export function settleAccess<Answer>(
  work: () => Promise<Answer>,
  settle: () => Promise<unknown>,
): Promise<Answer> {
  const noted: Noted = { hasChanged: false }
  return calls.run(noted, async () => {
    try {
      return await work()
    } finally {
      if (noted.hasChanged) await settle()
    }
  })
}
