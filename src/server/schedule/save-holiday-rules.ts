/** A calendar of holidays as operators write it. What is planned already follows in the background. */
import type { HolidayRuleSetId } from '#domain/ids.ts'
import { areRulesAlike, type HolidayRuleSet, rememberHolidays, toRuleSet } from '#domain/schedule/holidays.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { datesChanged, followDates, plannedDays } from './follow-holidays.ts'
import { lockRuleSet, replaceRules, saveRuleSet, type WrittenRule } from './holiday-queries.ts'

export type WrittenRules = {
  readonly secondHoliday: HolidayRuleSet['secondHoliday']
  readonly rules: readonly WrittenRule[]
}

type Read = WrittenRules & { readonly name: string }

export async function saveHolidayRules(
  app: App,
  scope: OperatorScope,
  {
    was,
    ...input
  }: WrittenRules & {
    readonly ruleSetId: HolidayRuleSetId | null
    readonly name: string
    readonly serviceKeys: readonly string[] | null
    readonly was?: Read | undefined
  },
) {
  return inTransaction(app.db, async (trx) => {
    const now = app.ports.clock.now()
    const before = input.ruleSetId === null ? null : await lockRuleSet(trx, input.ruleSetId)
    if (before !== null && was !== undefined && !isAsRead(before, was)) throw new Refused('changed_meanwhile')
    const id = await saveRuleSet(trx, input, now)
    await replaceRules(trx, id, input.rules)
    await recordAudit(trx, {
      at: now,
      actorId: scope.userId,
      concerns: 'every market',
      action: 'save_holiday_rules',
      subject: id,
      detail: input,
    })
    if (before !== null) {
      const areServicesSame = String(before.serviceKeys) === String(input.serviceKeys)
      const after = rememberHolidays(toRuleSet(input))
      const planned = await plannedDays(trx, now)
      // Other services: every holiday of one that is added or left out counts as changed.
      const dates = areServicesSame
        ? datesChanged(rememberHolidays(before.ruleSet), after, planned)
        : [
            ...datesChanged(null, after, planned),
            ...datesChanged(rememberHolidays(before.ruleSet), null, planned),
          ]
      await followDates(trx, { ruleSetId: id, scope: { ruleSetId: id } }, dates, now)
    }
    return { ok: true as const, ruleSetId: id }
  })
}

function isAsRead(now: { readonly name: string; readonly ruleSet: HolidayRuleSet }, was: Read): boolean {
  return now.name === was.name && areRulesAlike(now.ruleSet, toRuleSet(was))
}
