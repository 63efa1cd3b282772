/** An operator gives a visit to a crew: the crews that were asked learn that it is taken. */
import { isFrozen } from '#domain/access/frozen.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/settings.ts'
import { isConfirmedByTaking } from '#domain/visits/confirmation.ts'
import type { App } from '../app.ts'
import { lockCrew } from '../crews/crew.ts'
import { isBlockedBy } from '../crews/mark-crew.ts'
import { type Db, inTransaction, toJson, toTimestamp } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { actorOf, applyOneTransition, lockVisits } from '../visits/transition.ts'
import { clashOf } from './clash.ts'
import { type OfferedVisit, readOfferedVisits } from './offered-visits.ts'

type Wanted = { readonly visitId: VisitId; readonly crewId: UserId }

/** Range and hours are the operator's to overrule; a frozen crew, a clash and a customer's no are not. */
export async function assignVisit(app: App, scope: OperatorScope, wanted: Wanted): Promise<Wanted> {
  await inTransaction(app.db, (db) => assign(db, app, scope, wanted), { isolation: 'read committed' })
  return wanted
}

async function assign(db: Db, app: App, scope: OperatorScope, { visitId, crewId }: Wanted): Promise<void> {
  const now = app.ports.clock.now()
  await lockCrew(db, { userId: crewId })
  const crew = await findCrew(db, scope, crewId)
  if (crew === undefined) throw new Refused('not_found')
  const [locked] = await lockVisits(db, [visitId])
  const [visit] = await readOfferedVisits(db, [visitId])
  if (locked === undefined || visit === undefined || visit.marketId !== scope.marketId)
    throw new Refused('not_found')
  if (locked.crewId === crewId && locked.state !== 'reopened') return
  const reason = isFrozen({ frozenUntil: crew.frozen_until }, now)
    ? 'crew_frozen'
    : (await isBlockedBy(db, visit.customerId, crewId))
      ? 'crew_blocked'
      : await clashOf(db, crewId, visit, now)
  if (reason !== null) {
    const sentence = SENTENCES[reason]?.[scope.locale]
    throw new Refused(reason, { at: 'crewId', ...(sentence === undefined ? {} : { sentence }) })
  }
  const step = { app, visitId, actor: actorOf(scope, now), now }
  await applyOneTransition(db, { ...step, transition: 'assign', assigneeId: crewId, detail: { crewId } })
  // After the cutoff nobody is asked to confirm any more.
  if (isConfirmedByTaking(visit.date, now, visit.zone, DEFAULT_SETTINGS))
    await applyOneTransition(db, { ...step, transition: 'confirm' })
  await db
    .insertInto('audit_entry')
    .values({
      at: toTimestamp(now),
      actor_id: scope.userId,
      action: 'assign_visit',
      subject: visitId,
      detail: toJson({ crewId, before: locked.crewId }),
    })
    .execute()
  await tellCrew(app, db, { visit, crewId, now })
}

/** What else says 'you' to a crew. */
const SENTENCES: Partial<Record<RefusalReason, Record<Language, string>>> = {
  overlapping_work: {
    en: 'This overlaps with other work of this crew.',
    es: 'Esto coincide con otro trabajo de este equipo.',
  },
  day_not_worked: { en: 'This crew has the day off.', es: 'Este equipo tiene el día libre.' },
}

function findCrew(db: Db, scope: OperatorScope, crewId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', crewId)
    .where('type', '=', 'Crew')
    .where('market_id', '=', scope.marketId)
    .select('frozen_until')
    .forShare()
    .executeTakeFirst()
}

async function tellCrew(
  app: App,
  db: Db,
  told: { visit: OfferedVisit; crewId: UserId; now: Parameters<typeof toTimestamp>[0] },
): Promise<void> {
  const { visit, crewId, now } = told
  const { en, es } = visit.serviceName
  await notify(app, db, {
    to: crewId,
    event: 'job_changed',
    key: `assigned:${visit.id}:${now}`,
    words: {
      en: {
        title: 'A visit is yours',
        text: `${en} at ${visit.propertyName} on ${dayWords(visit.date, 'en')} was given to you.`,
      },
      es: {
        title: 'Una visita es tuya',
        text: `Te asignamos «${es}» en ${visit.propertyName} el ${dayWords(visit.date, 'es')}.`,
      },
    },
    url: `/visit/${visit.id}`,
    now,
    visitId: visit.id,
  })
}
