import { CONSENT_VERSION } from '#domain/tax/consent.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { insertConsent } from './queries.ts'

/** Throws `conflict` where the crew read other words than those of today. */
export async function setConsent(
  db: Db,
  scope: CrewScope,
  { isGiven, version }: { readonly isGiven: boolean; readonly version: number },
  now: Instant,
): Promise<void> {
  if (isGiven && version !== CONSENT_VERSION) throw new Refused('conflict')
  await insertConsent(db, { crewId: scope.userId, version: CONSENT_VERSION, isGiven, at: now })
}
