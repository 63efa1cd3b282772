/** Which calendar a market or a place keeps. What is planned already follows in the background. */
import type { HolidayRuleSetId, PropertyId } from '#domain/ids.ts'
import { rememberHolidays } from '#domain/schedule/holidays.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { readRuleSets } from '../jobs/calendar-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { datesChanged, followDates, plannedDays } from './follow-holidays.ts'
import { assignRuleSet, findRuleSetOfMarket, findRuleSetOfProperty, lockRuleSet } from './holiday-queries.ts'

export async function assignHolidayRules(
  app: App,
  scope: OperatorScope,
  input: {
    readonly ruleSetId: HolidayRuleSetId | null
    readonly marketId?: string | undefined
    readonly propertyId?: PropertyId | undefined
  },
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    if (input.ruleSetId !== null) await lockRuleSet(trx, input.ruleSetId)
    const { propertyId } = input
    const marketId = input.marketId ?? scope.marketId
    if (marketId !== scope.marketId) throw new Refused('not_found')
    const before =
      propertyId === undefined
        ? await findRuleSetOfMarket(trx, marketId)
        : await findRuleSetOfProperty(trx, scope, propertyId)
    const scopeOfChange = propertyId === undefined ? { marketId } : { propertyId }
    await assignRuleSet(trx, scopeOfChange, input.ruleSetId)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      action: 'assign_holiday_rules',
      subject: propertyId ?? marketId,
      detail: input,
    })
    const after =
      propertyId === undefined ? input.ruleSetId : await findRuleSetOfProperty(trx, scope, propertyId)
    const sets = await readRuleSets(
      trx,
      [before, after].filter((id) => id !== null),
    )
    const calendar = (id: HolidayRuleSetId | null) => (id === null ? null : rememberHolidays(sets.get(id)!))
    const dates = datesChanged(calendar(before), calendar(after), await plannedDays(trx, now))
    await followDates(trx, { ruleSetId: null, scope: scopeOfChange }, dates, now)
  })
}
