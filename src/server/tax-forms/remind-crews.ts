/** Notifies crews whose form lacks the W-9 or their consent, once a year each, before the forms are made. */
import { yearToRemindOf } from '#domain/tax/year.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { enqueue } from '../tasks/queue.ts'
import { insertReminder } from './queries.ts'
import { type FormRow, formsAfter, readMarketYear } from './read-forms.ts'
import { taxTexts } from './texts.ts'

const CREWS_AT_ONCE = 200

export type AfterCrew = { readonly paidCents: number; readonly id: string } | null

/** One batch. Where the next begins; null when all were looked at, or on days without reminders. */
export async function remindCrews(
  app: App,
  db: Db,
  { marketId, after, now }: { marketId: string; after: AfterCrew; now: Instant },
): Promise<AfterCrew> {
  const year = yearToRemindOf(now, await marketZone(db, { marketId }))
  if (year === null) return null
  const market = await readMarketYear(db, marketId, year, now)
  if (market.rule.formType === 'none') return null
  const rows = await formsAfter(db, market, after, CREWS_AT_ONCE)
  for (const form of rows) if (lacksSomething(form)) await remind(app, db, { form, year, now })
  const last = rows.at(-1)
  if (last === undefined || rows.length < CREWS_AT_ONCE) return null
  return { paidCents: last.paidCents, id: last.crewId }
}

function lacksSomething({ state, w9, hasConsent }: FormRow): boolean {
  return state !== 'sent' && (w9 !== 'complete' || !hasConsent)
}

async function remind(
  app: App,
  db: Db,
  { form, year, now }: { form: FormRow; year: number; now: Instant },
): Promise<void> {
  if (!(await insertReminder(db, form.crewId, year, now))) return
  const mail = taxTexts[form.locale].reminder({
    name: form.crewName,
    year,
    needsW9: form.w9 !== 'complete',
    needsConsent: !form.hasConsent,
    url: `${app.config.http.origin}/open-tax-forms?year=${year}`,
  })
  const key = `tax-reminder:${year}:${form.crewId}`
  await enqueue(db, 'send_mail', { key, to: form.email, userId: form.crewId, ...mail }, { now })
}
