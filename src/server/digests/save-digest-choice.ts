/** Whether a mail comes each morning, and at which hour; for customers, whose places it is about. */
import { DIGEST_HOUR, nextDigestAt } from '#domain/portfolio/day-digest.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { savePreferences } from '../notices/preference-queries.ts'
import { Refused } from '../refused.ts'
import type { UserScope } from '../scope.ts'
import { findHour, isDigestOn, saveHour } from './queries.ts'

type Choice = { readonly isOn: boolean; readonly hour: number }

export async function readDigestChoice(
  { db }: App,
  scope: UserScope,
): Promise<Choice & { readonly timeZone: string }> {
  const { userId, timeZone } = customer(scope)
  const hour = await findHour(db, userId)
  return { isOn: hour !== undefined && (await isDigestOn(db, userId)), hour: hour ?? DIGEST_HOUR, timeZone }
}

/** From the next time on at which its clock shows the hour; who got today's already gets no second one. */
export async function saveDigestChoice(app: App, scope: UserScope, { isOn, hour }: Choice): Promise<void> {
  const { userId, timeZone } = customer(scope)
  const nextAt = nextDigestAt(hour, app.ports.clock.now(), timeZone)
  await inTransaction(app.db, async (trx) => {
    await savePreferences(trx, userId, [{ event: 'daily_digest', channel: 'mail', isOn }])
    await saveHour(trx, { userId, hour, nextAt })
  })
}

function customer(scope: UserScope): UserScope {
  if (scope.type !== 'Customer') throw new Refused('forbidden')
  return scope
}
