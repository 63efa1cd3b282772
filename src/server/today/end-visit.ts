/**
 * Ends a visit that could not be done: missed, but not by the crew. The fee takes the place of the price, is billed
 * with the week's visits and booked like them; what was booked for the visit before stays as it is.
 */
import type { AccessProblemId, UserId } from '#domain/ids.ts'
import { type CallOut, callOutOf } from '#domain/pricing/call-out.ts'
import { type LineItem, priceOf } from '#domain/pricing/lines.ts'
import { crewPayFor } from '#domain/pricing/split.ts'
import { isAlreadyDone } from '#domain/refusals.ts'
import { type SettingsTimeline, settingsOn } from '#domain/settings/book.ts'
import type { BusinessSettings } from '#domain/settings/settings.ts'
import type { Instant, LocalDate } from '#domain/time.ts'
import { decideAccess } from '#domain/today/access.ts'
import { decideTransition, type Transitioned } from '#domain/visits/lifecycle.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction, toJson } from '../db/client.ts'
import { bookCompletedVisit } from '../ledger/book-completed-visit.ts'
import { notify } from '../notices/notify.ts'
import { Refused, unlessRefused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt, settingsTimeline } from '../settings/read-settings.ts'
import { actorOf } from '../visits/apply-transition.ts'
import type { LoadedVisit } from '../visits/fact-queries.ts'
import { saveSteps } from '../visits/save-steps.ts'
import { lockProblem, setProblemState, toAccessFacts } from './access-queries.ts'
import { endedTexts } from './act-texts.ts'
import { priceLinesOf } from './price-visit.ts'

export async function endVisitWithoutAccess(app: App, scope: CrewScope, problemId: AccessProblemId) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const { visit, problem, facts } = await lockProblem(db, problemId, { kind: 'crew', id: scope.userId })
      const end = unlessRefused(decideAccess(toAccessFacts(problem), 'end', 'crew', now))
      if (isAlreadyDone(end))
        return {
          visitId: visit.id,
          state: visit.state,
          ...frozenFee(facts, await settingsTimeline(db, visit.marketId)),
        }
      const transition = problem.reason === 'unsafe' ? 'leave_unsafe' : 'cannot_access'
      const actor = actorOf(scope, now)
      const settings = await settingsAt(db, visit.marketId, now)
      const terms = settingsOn(await settingsTimeline(db, visit.marketId), visit.date, visit.zone)
      const step = unlessRefused(decideTransition({ visit, transition, actor, now, settings }))
      if (isAlreadyDone(step)) throw new Refused('wrong_state')
      // A visit that is redone was paid for when it was done first.
      const price = facts.price_lines === null ? await priceLinesOf(db, facts) : []
      const fee = callOutOf(problem.reason, price, terms)
      await save(db, { app, visit, problem, step, fee, crewId: scope.userId, now, settings, terms })
      await notify(db, {
        to: visit.customerId,
        event: 'cannot_access',
        key: `access-ended:${problemId}`,
        texts: endedTexts(facts, fee.feeCents),
        url: `/visit/${visit.id}`,
        now,
        visitId: visit.id,
      })
      const { feeCents, crewPayCents } = fee
      return { visitId: visit.id, state: step.changes.state, feeCents, crewPayCents }
    },
    { isolation: 'read committed' },
  )
}

type Ending = {
  readonly app: App
  readonly visit: LoadedVisit
  readonly problem: Awaited<ReturnType<typeof lockProblem>>['problem']
  readonly step: Transitioned
  readonly fee: CallOut
  readonly crewId: UserId
  readonly now: Instant
  readonly settings: BusinessSettings
  readonly terms: BusinessSettings
}

async function save(
  db: Db,
  { app, visit, problem, step, fee, crewId, now, settings, terms }: Ending,
): Promise<void> {
  await setProblemState(db, problem.id, 'ended', now)
  const { lines, feeCents, crewPayCents } = fee
  const hasFee = lines.length > 0
  const isFar = (problem.distance_feet ?? Infinity) > settings.photoDistanceFlagFeet
  await saveSteps(app, db, [{ visit, step }], {
    columns: {
      missed_reason: problem.reason === 'unsafe' ? 'unsafe' : 'no_access',
      is_flagged: isFar || problem.reason === 'other' || problem.contact === 'none',
      ...(hasFee ? { price_lines: toJson(lines), price_cents: feeCents, crew_pay_cents: crewPayCents } : {}),
    },
    detail: { reason: problem.reason, feeCents },
  })
  const { id: visitId, customerId } = visit
  if (hasFee)
    await bookCompletedVisit(db, { visitId, customerId, crewId, lines, completedAt: now, settings: terms })
}

/** Asked again it answers the same. */
function frozenFee(
  facts: { price_lines: readonly LineItem[] | null; date: LocalDate; time_zone: string },
  settings: SettingsTimeline,
) {
  const callOut = (facts.price_lines ?? []).filter((line) => line.kind === 'call_out')
  return {
    feeCents: priceOf(callOut),
    crewPayCents: crewPayFor(callOut, settingsOn(settings, facts.date, facts.time_zone)),
  }
}
