/** An operator reminds one crew of what its form of a year lacks. */
import type { UserId } from '#domain/ids.ts'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { inTransaction } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { crewsOfMarket } from './queries.ts'
import { readForm, readMarketYear } from './read-forms.ts'
import { lacksSomething, remind } from './remind-crews.ts'
import { taxTexts } from './texts.ts'

const REST_MS = 7 * DAY_MS

/** Throws `not_found` for crews of others, `wrong_state` where nothing is missing and within seven days. */
export async function remindCrew(
  app: App,
  scope: OperatorScope,
  { year, crewId }: { readonly year: number; readonly crewId: UserId },
  now: Instant,
): Promise<void> {
  await inTransaction(app.db, async (db) => {
    const market = await readMarketYear(db, scope.marketId, year, now)
    const [ours] = await crewsOfMarket(db, scope, [crewId])
    const form = ours === undefined ? undefined : await readForm(db, market, crewId)
    if (form === undefined) throw new Refused('not_found', { at: 'crewId' })
    if (form.state === 'none' || !lacksSomething(form)) throw new Refused('wrong_state')
    const before = instant(now - REST_MS)
    if (!(await remind(app, db, { form, market, now, before })))
      throw new Refused('wrong_state', { sentence: taxTexts[scope.locale].remindedLately })
    await recordAudit(db, {
      at: now,
      actorId: scope.userId,
      action: 'remind_tax_form',
      subject: crewId,
      detail: { year },
    })
  })
}
