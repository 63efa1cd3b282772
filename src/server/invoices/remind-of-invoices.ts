/** The reminders of a day: before the due date, after it, then the operators, then the service rests. */
import { daysOverdue, paperNumberOf, reminderDue } from '#domain/billing/invoices.ts'
import { inEachLanguage } from '#domain/language.ts'
import { formatCents } from '#domain/money.ts'
import { addDays, dateAt, type Instant, type LocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { marketZone } from '../market-zone.ts'
import { notifyAll } from '../notices/notify.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { enqueue } from '../tasks/queue.ts'
import { findOperatorIds } from '../users/queries.ts'
import { openOf } from './invoice-queries.ts'
import { mailInvoice } from './make-invoices.ts'
import { type DueMark, INVOICES_AT_ONCE, listToRemind, saveReminder } from './reminder-queries.ts'
import { invoiceTexts } from './texts.ts'

type Row = Awaited<ReturnType<typeof listToRemind>>[number]

/** Answers the mark of the last one where there may be more. */
export async function remindOfInvoices(
  app: App,
  db: Db,
  { marketId, after }: { marketId: string; after: DueMark | null },
): Promise<DueMark | null> {
  const now = app.ports.clock.now()
  const today = dateAt(now, await marketZone(db, { marketId }))
  const settings = await settingsAt(db, marketId, now)
  const until = addDays(today, settings.invoiceReminderDaysBefore)
  const rows = await listToRemind(db, { marketId, until, after })
  for (const row of rows) {
    // All that is open is on its way.
    if (row.processing_cents >= openOf(row)) continue
    const dates = { issuedOn: row.issued_on, dueOn: row.due_on, sentDays: row.sent_days }
    const day = reminderDue(dates, today, settings)
    if (day !== null && (await saveReminder(db, { invoiceId: row.id, day, now })))
      await mailInvoice(db, row.id, { about: day < 0 ? 'reminder' : 'overdue', now })
    const late = daysOverdue(row.due_on, today)
    if (late >= settings.invoiceAlarmDays) await alarmOperators(db, row, { late, now })
    if (late > settings.invoicePauseDays) await restService(db, row, { today, now })
  }
  const last = rows.at(-1)
  return rows.length < INVOICES_AT_ONCE || last === undefined ? null : { dueOn: last.due_on, id: last.id }
}

/** Once for each invoice: a notice's key counts. */
async function alarmOperators(
  db: Db,
  row: Row,
  { late, now }: { late: number; now: Instant },
): Promise<void> {
  const number = paperNumberOf('invoice', { ...row, marketId: row.market_id })
  const texts = inEachLanguage((language) =>
    invoiceTexts[language].lateForOperator(row.name, number, formatCents(openOf(row)), late),
  )
  const operators = await findOperatorIds(db, row.market_id)
  await notifyAll(
    db,
    operators.map((to) => ({
      to,
      event: 'payment' as const,
      key: `invoice-late:${row.id}`,
      texts,
      url: `/operator/invoices?id=${row.id}`,
      now,
    })),
  )
}

/** The task sees by what stands whether the weekly jobs rest. */
function restService(db: Db, row: Row, { today, now }: { today: LocalDate; now: Instant }): Promise<void> {
  const dedupeKey = `${row.id}:${today}`
  return enqueue(db, 'apply_service_pause', { customerId: row.customer_id }, { now, dedupeKey })
}
