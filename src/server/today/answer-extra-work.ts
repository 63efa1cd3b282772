/** The customer's answer to extra work, or the crew's withdrawal: only what was approved is ever charged. */
import type { ExtraWorkId, UserId, VisitId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { decideExtra } from '#domain/today/extra.ts'
import type { ExtraState, ExtraStep } from '#domain/today/extra-graph.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { makeGoPath } from '../go/make-link.ts'
import { notify } from '../notices/notify.ts'
import { unlessRefused } from '../refused.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'
import { extraAnsweredTexts } from './act-texts.ts'
import { lockExtra, setExtraState } from './extra-queries.ts'
import { findActFacts, insertTimelineEvents } from './queries.ts'

export function answerExtraWork(
  app: App,
  scope: CustomerScope,
  { extraId, isApproved }: { extraId: ExtraWorkId; isApproved: boolean },
) {
  const step = isApproved ? 'approve' : 'decline'
  return stepExtra(app, { extraId, step, by: { kind: 'customer', id: scope.userId } })
}

export function withdrawExtraWork(app: App, scope: CrewScope, extraId: ExtraWorkId) {
  return stepExtra(app, { extraId, step: 'withdraw', by: { kind: 'crew', id: scope.userId } })
}

type Answer = {
  readonly extraId: ExtraWorkId
  readonly step: Exclude<ExtraStep, 'expire'>
  readonly by: { readonly kind: 'customer' | 'crew'; readonly id: UserId }
}

const WHAT = { approve: 'extra_approved', decline: 'extra_declined', withdraw: 'extra_withdrawn' } as const

/** The visit is locked first, as its completion does: an answer is before it or too late. */
async function stepExtra(app: App, { extraId, step, by }: Answer): Promise<{ state: ExtraState }> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const { visit, extra } = await lockExtra(db, extraId, by)
      const decision = unlessRefused(
        decideExtra(
          { state: extra.state, expiresAt: extra.expires_at, visitState: visit.state },
          step,
          by.kind,
          now,
        ),
      )
      if (isAlreadyDone(decision)) return { state: extra.state }
      await setExtraState(db, extraId, decision.state, now)
      const { note } = extra
      await insertTimelineEvents(db, [
        {
          visitId: visit.id,
          state: visit.state,
          what: WHAT[step],
          by,
          at: now,
          detail: { note, amountCents: extra.amount_cents },
        },
      ])
      if (by.kind === 'customer')
        await notifyCrew(db, { visitId: visit.id, extraId, note, isApproved: step === 'approve', now })
      return { state: decision.state }
    },
    { isolation: 'read committed' },
  )
}

async function notifyCrew(
  db: Db,
  news: { visitId: VisitId; extraId: ExtraWorkId; note: InEachLanguage; isApproved: boolean; now: Instant },
): Promise<void> {
  const { visitId, extraId, now } = news
  const facts = (await findActFacts(db, visitId))!
  const userId = facts.crew_id
  if (userId === null) return
  await notify(db, {
    to: userId,
    event: 'extra_work',
    key: `extra-answer:${extraId}`,
    texts: extraAnsweredTexts(facts, news),
    url: await makeGoPath(db, { purpose: 'visit', subjectId: visitId, userId, now }),
    now,
    visitId,
  })
}
