import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { LateReportStep } from '#domain/late-reports/graph.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { lateReportTexts } from './texts.ts'

type Told = {
  readonly report: { readonly id: string; readonly visit_id: VisitId; readonly crew_id: UserId }
  readonly step: LateReportStep
  readonly note: string
  readonly now: Instant
}

/** The crew hears what became of its report, and why. */
export function tellCrew(db: Db, { report, step, note, now }: Told): Promise<void> {
  const why = note === '' ? '' : ` ${note}`
  const texts = inEachLanguage((language) => lateReportTexts[language][step](why))
  return notify(db, {
    to: report.crew_id,
    event: 'job_changed',
    key: `late-report-${step}:${report.id}`,
    texts,
    url: '/jobs-list',
    now,
    visitId: report.visit_id,
  })
}
