import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { unmarkRemoved } from './queries.ts'

/** Bringing back what is there changes nothing. Weekly jobs that were ended stay ended. */
export async function restoreProperty(app: App, scope: CustomerScope, propertyId: PropertyId): Promise<void> {
  const now = app.ports.clock.now()
  if (!(await unmarkRemoved(app.db, scope, propertyId, now))) throw new Refused('not_found')
}
