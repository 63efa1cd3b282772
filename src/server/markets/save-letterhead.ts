/** The next version of who we are on a market’s papers; papers from before keep the one of their day. */
import { mayDo } from '#domain/staff/roles.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { roleIn } from '../http/role-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { insertLetterhead, type LegalFacts, newestLetterhead } from './letterhead-queries.ts'
import { lockMarket } from './queries.ts'

export function saveLetterhead(
  app: App,
  scope: OperatorScope,
  { marketId, basedOn, ...after }: LegalFacts & { readonly marketId: string; readonly basedOn: number },
): Promise<{ version: number }> {
  const now = app.ports.clock.now()
  return inTransaction(app.db, async (db) => {
    const market = await lockMarket(db, marketId)
    if (market === undefined || !mayDo(await roleIn(db, scope, marketId), 'catalogue'))
      throw new Refused('not_found')
    const { version: newest, ...before } = await newestLetterhead(db, marketId)
    if (newest !== basedOn) throw new Refused('market_changed')
    const version = newest + 1
    await insertLetterhead(db, { ...after, marketId, version, savedBy: scope.userId, now })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      concerns: { marketId },
      action: 'save_letterhead',
      subject: marketId,
      detail: changesOf(before, after),
    })
    return { version }
  })
}

const FIELDS = ['legalName', 'postalAddress', 'taxNumber'] as const

function changesOf(before: LegalFacts, after: LegalFacts) {
  const changed = FIELDS.filter((field) => before[field] !== after[field])
  const pick = (facts: LegalFacts) =>
    Object.fromEntries(changed.map((field) => [field, facts[field] === '' ? null : facts[field]]))
  return { before: pick(before), after: pick(after) }
}
