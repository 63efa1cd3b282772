import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { LateCompletionStep } from '#domain/late-completions/graph.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { lateCompletionTexts } from './texts.ts'

type Notified = {
  readonly late: { readonly id: string; readonly visit_id: VisitId; readonly crew_id: UserId }
  readonly step: LateCompletionStep
  readonly note: string
  readonly now: Instant
}

/** Notifies the crew of what became of its late completion, and why. */
export function notifyCrew(db: Db, { late, step, note, now }: Notified): Promise<void> {
  const why = note === '' ? '' : ` ${note}`
  const texts = inEachLanguage((language) => lateCompletionTexts[language][step](why))
  return notify(db, {
    to: late.crew_id,
    event: 'job_changed',
    key: `late-completion-${step}:${late.id}`,
    texts,
    url: '/jobs-list',
    now,
    visitId: late.visit_id,
  })
}
