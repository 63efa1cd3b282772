/** What a service needs are other services that are sold: so whoever may be asked is found among what crews offer. */
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { listActiveKeys } from './service-queries.ts'
import { priceDeskTexts } from './texts.ts'

/** Throws `bad_input` at the field. */
export async function checkNeeds(
  db: Db,
  scope: OperatorScope,
  key: string,
  needs: readonly string[],
): Promise<void> {
  const texts = priceDeskTexts[scope.locale]
  if (needs.includes(key)) throw wrong(texts.needsItself)
  const active = new Set(await listActiveKeys(db))
  if (!needs.every((need) => active.has(need))) throw wrong(texts.needsUnknown)
}

/** Named twice is once; in one order, so that nothing seems changed. */
export function needsOf(needs: readonly string[]): string[] {
  return [...new Set(needs)].toSorted()
}

function wrong(sentence: string): Refused {
  return new Refused('bad_input', { fields: { needs: sentence } })
}
