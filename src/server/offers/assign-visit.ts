/** An operator gives a visit to a crew: the crews that were asked learn that it is taken. */
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { isBlockedBy } from '../crews/mark-queries.ts'
import { lockCrew } from '../crews/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { actorOf, applyOneTransition } from '../visits/apply-transition.ts'
import { lockVisits } from '../visits/fact-queries.ts'
import { findCrewOfMarket } from './crew-queries.ts'
import { findClash } from './match-crews.ts'
import { offerTexts } from './texts.ts'
import { type OfferedVisit, readOfferedVisits } from './visit-queries.ts'

type Wanted = { readonly visitId: VisitId; readonly crewId: UserId }

/** Range and hours are the operator's to overrule; a frozen crew, a clash and a customer's no are not. */
export async function assignVisit(app: App, scope: OperatorScope, wanted: Wanted): Promise<Wanted> {
  await inTransaction(
    app.db,
    async (db) => {
      const given = await giveVisit(db, app, scope, wanted)
      if (given === null) return
      await recordAudit(db, {
        at: app.ports.clock.now(),
        actorId: scope.userId,
        action: 'assign_visit',
        subject: wanted.visitId,
        detail: { crewId: wanted.crewId, before: given.before },
      })
    },
    { isolation: 'read committed' },
  )
  return wanted
}

/** In the caller's transaction, which writes the log. Null where the crew has the visit already. */
export async function giveVisit(
  db: Db,
  app: App,
  scope: OperatorScope,
  { visitId, crewId }: Wanted,
): Promise<{ readonly before: UserId | null } | null> {
  const now = app.ports.clock.now()
  await lockCrew(db, { userId: crewId })
  const crew = await findCrewOfMarket(db, scope, crewId)
  if (crew === undefined) throw new Refused('not_found')
  const [locked] = await lockVisits(db, [visitId])
  const [visit] = await readOfferedVisits(db, [visitId])
  if (locked === undefined || visit === undefined || visit.marketId !== scope.marketId)
    throw new Refused('not_found')
  if (locked.crewId === crewId && locked.state !== 'reopened') return null
  const reason = isFrozen({ frozenUntil: crew.frozen_until }, now)
    ? 'crew_frozen'
    : (await isBlockedBy(db, visit.customerId, crewId))
      ? 'crew_blocked'
      : await findClash(db, crewId, visit, now)
  if (reason !== null) {
    const sentence = sentenceForOperator(reason, scope.locale)
    throw new Refused(reason, { at: 'crewId', ...(sentence === undefined ? {} : { sentence }) })
  }
  const step = { app, visitId, actor: actorOf(scope, now), now }
  await applyOneTransition(db, { ...step, transition: 'assign', assigneeId: crewId, detail: { crewId } })
  const settings = await settingsAt(db, scope.marketId, now)
  // After the cutoff nobody is asked to confirm any more.
  if (isConfirmedByTaking(visit.date, now, visit.zone, settings))
    await applyOneTransition(db, { ...step, transition: 'confirm' })
  await notifyCrew(db, { visit, crewId, now, what: 'assigned' })
  // Whoever had it must not drive there.
  const before = locked.crewId
  if (before !== null && before !== crewId)
    await notifyCrew(db, { visit, crewId: before, now, what: 'takenAway' })
  return { before }
}

/** Nobody has it any more, and it is offered again; its crew learns that. In the caller's transaction. */
export async function takeVisitAway(
  db: Db,
  app: App,
  scope: OperatorScope,
  { visitId, crewId }: Wanted,
): Promise<void> {
  const now = app.ports.clock.now()
  const [visit] = await readOfferedVisits(db, [visitId])
  if (visit === undefined) throw new Refused('not_found')
  await applyOneTransition(db, { app, visitId, actor: actorOf(scope, now), now, transition: 'release' })
  await notifyCrew(db, { visit, crewId, now, what: 'takenBack' })
}

/** Elsewhere these sentences address the crew. */
function sentenceForOperator(reason: RefusalReason, locale: Language): string | undefined {
  const crewCannot: Partial<Record<RefusalReason, string>> = offerTexts[locale].crewCannot
  return crewCannot[reason]
}

async function notifyCrew(
  db: Db,
  notice: { visit: OfferedVisit; crewId: UserId; now: Instant; what: 'assigned' | 'takenAway' | 'takenBack' },
): Promise<void> {
  const { visit, crewId, now, what } = notice
  await notify(db, {
    to: crewId,
    event: 'job_changed',
    key: `${what}:${visit.id}:${now}`,
    texts: inEachLanguage((language) =>
      offerTexts[language][what]({
        service: visit.serviceName[language],
        place: visit.propertyName,
        day: dayText(visit.date, language),
      }),
    ),
    url: what === 'assigned' ? `/visit/${visit.id}` : '/jobs-list',
    now,
    ...(what === 'assigned' ? { visitId: visit.id } : {}),
  })
}
