/** Notifies crews whose form lacks the W-9 or their consent, once a year each, before the forms are made. */
import { yearToRemindOf } from '#domain/tax/year.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { enqueue } from '../tasks/queue.ts'
import { saveReminder } from './queries.ts'
import { type FormRow, formsAfter, type MarketYear, readMarketYear } from './read-forms.ts'
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
  // Whoever an operator reminded during the year hears of it once more when its form is made.
  const asked = { market, now, before: market.span.until }
  for (const form of rows) if (lacksSomething(form)) await remind(app, db, { form, ...asked })
  const last = rows.at(-1)
  if (last === undefined || rows.length < CREWS_AT_ONCE) return null
  return { paidCents: last.paidCents, id: last.crewId }
}

export function lacksSomething({ state, w9, hasConsent }: FormRow): boolean {
  return state !== 'sent' && (w9 !== 'complete' || !hasConsent)
}

type Reminding = {
  readonly form: FormRow
  readonly market: MarketYear
  readonly now: Instant
  /** Whoever was reminded since then is not reminded again. */
  readonly before: Instant
}

/** False where the crew was reminded lately. */
export async function remind(app: App, db: Db, { form, market, now, before }: Reminding): Promise<boolean> {
  const { year, isOver } = market
  if (!(await saveReminder(db, { crewId: form.crewId, year, at: now, before }))) return false
  const mail = taxTexts[form.locale].reminder({
    name: form.crewName,
    year,
    isOver,
    needsW9: form.w9 !== 'complete',
    needsConsent: !form.hasConsent,
    url: `${app.config.http.origin}/open-tax-forms?year=${year}`,
  })
  const key = `tax-reminder:${year}:${form.crewId}:${now}`
  await enqueue(
    db,
    'send_mail',
    { key, to: form.email, userId: form.mergedInto?.id ?? form.crewId, ...mail },
    { now },
  )
  return true
}
