/**
 * After a night's last round at a complex is over, whoever confirmed gets one mail of it: with the proof, or saying that
 * a round was due and nobody made it. Marking the night and handing over the mail is one transaction.
 */
import { firstName } from '#domain/accounts/first-name.ts'
import { type NightToReport, nightsToReport, REPORT_DAYS_BACK } from '#domain/portfolio/report-nights.ts'
import type { VisitId } from '#domain/ids.ts'
import { longDayText, timeText } from '#domain/notifications/clock-texts.ts'
import { addDays, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { enqueue } from '../tasks/queue.ts'
import { type ConfirmedAddress, confirmedAddresses, factsOf, roundsOf, saveReported } from './queries.ts'
import { signReportLink } from './sign-report-link.ts'
import { nightReportTexts } from './texts.ts'

const ADDRESSES_AT_ONCE = 200

/** Of one city, page by page. */
export async function sendNightReports(app: App, marketId: string): Promise<void> {
  let page: ConfirmedAddress[] = []
  do {
    const after = page.at(-1)?.id ?? null
    page = await confirmedAddresses(app.db, { marketId, after, limit: ADDRESSES_AT_ONCE })
    await reportPage(app, page)
  } while (page.length === ADDRESSES_AT_ONCE)
}

async function reportPage(app: App, page: readonly ConfirmedAddress[]): Promise<void> {
  const now = app.ports.clock.now()
  const utcToday = dateAt(now, 'UTC')
  // A day more on either side: which day it is depends on the place.
  const days = { from: addDays(utcToday, -REPORT_DAYS_BACK - 1), to: addDays(utcToday, 1) }
  const rounds = await roundsOf(
    app.db,
    page.map(({ id }) => id),
    days,
  )
  const roundsOfAddress = Map.groupBy(rounds, ({ addressId }) => addressId)
  for (const address of page) {
    const here = { after: address.lastNight!, today: dateAt(now, address.timeZone) }
    for (const night of nightsToReport(roundsOfAddress.get(address.id) ?? [], here))
      await inTransaction(app.db, async (trx) => {
        if (await saveReported(trx, address.id, night.date)) await mailNight(app, trx, address, night)
      })
  }
}

async function mailNight(app: App, db: Db, address: ConfirmedAddress, night: NightToReport): Promise<void> {
  const { id, locale, complexName, email } = address
  const texts = nightReportTexts[locale]
  const day = longDayText(night.date, locale)
  const lines = await linesOf(db, address, [...night.made, ...night.notMade])
  const links = signReportLink(app, id)
  const attached = night.made.length === 0 ? [] : [texts.attached(night.made.length)]
  const mail = {
    key: `night_report:${id}:${night.date}`,
    to: email,
    userId: null,
    subject:
      night.made.length === 0 ? texts.subjectNotMade(complexName, day) : texts.subject(complexName, day),
    text: [lines.join('\n'), ...attached, `${texts.end} ${links.page}`].join('\n\n'),
    unsubscribeUrl: links.oneClick,
    nightReport: { addressId: id, visitIds: night.made },
  }
  await enqueue(db, 'send_mail', mail, { now: app.ports.clock.now() })
}

async function linesOf(db: Db, { locale, timeZone }: ConfirmedAddress, visitIds: readonly VisitId[]) {
  const texts = nightReportTexts[locale]
  return (await factsOf(db, visitIds)).map((round) => {
    const { completedAt, crewName, checkedCount, violationCount, passedCount } = round
    const said =
      completedAt === null || crewName === null
        ? texts.notMade
        : texts.made({
            crew: firstName(crewName),
            time: timeText(completedAt, timeZone, locale),
            buildings: checkedCount ?? 0,
            violations: violationCount ?? 0,
            checkpoints: passedCount ?? 0,
          })
    return `• ${round[locale]}: ${said}`
  })
}
