/**
 * A call that an operator makes for somebody: the rule is the person's own, and in the same transaction the log keeps
 * what was before and after, and the person is notified.
 */
import { fieldsIn } from '#contract/outside.ts'
import {
  isId,
  type OnDemandOrderId,
  type PropertyId,
  type UserId,
  type VisitId,
  type WeeklyJobId,
} from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import type { UserScope } from '../scope.ts'
import { type ActedThing, findJobThing, findOrderThing, findPlaceThing, findVisitThing } from './queries.ts'
import { ACTED_AS, type ActedKey, actingTexts, isActedKey } from './texts.ts'

type ActedCall = {
  readonly key: string
  readonly scope: UserScope
  readonly body: unknown
  /** Why, for the log. */
  readonly reason: string
}

/** Runs what belongs to the person as it is when nobody acts for it. */
export function answerCallFor<Answer>(
  app: App,
  { key, scope, body, reason }: ActedCall,
  answer: (app: App) => Promise<Answer>,
): Promise<Answer> {
  const { actedBy } = scope
  if (actedBy === undefined || !isActedKey(key)) return answer(app)
  return inTransaction(app.db, async (trx) => {
    const at = app.ports.clock.now()
    const before = await findThing(trx, body)
    const answered = await answer({ ...app, db: trx })
    const after = await findThing(trx, body)
    const thing = before ?? after
    await recordAudit(trx, {
      actorId: actedBy.userId,
      concerns: scope.userId,
      action: ACTED_AS[key],
      subject: thing?.id ?? scope.userId,
      detail: {
        for: scope.userId,
        ...(reason === '' ? {} : { reason }),
        ...differenceOf(before?.state ?? {}, after?.state ?? {}),
      },
      at,
    })
    await notifyPerson(app, trx, { key, to: scope.userId, thing, at })
    return answered
  })
}

async function findThing(db: Db, body: unknown): Promise<ActedThing | undefined> {
  const { visitId, visitIds, weeklyJobId, orderId, items, propertyId: ownPlace } = fieldsIn(body)
  const first = Array.isArray(visitIds) ? visitIds[0] : visitId
  if (typeof first === 'string' && isId<VisitId>(first)) return findVisitThing(db, first)
  if (typeof weeklyJobId === 'string' && isId<WeeklyJobId>(weeklyJobId)) return findJobThing(db, weeklyJobId)
  if (typeof orderId === 'string' && isId<OnDemandOrderId>(orderId)) return findOrderThing(db, orderId)
  const propertyId = ownPlace ?? fieldsIn(Array.isArray(items) ? items[0] : undefined).propertyId
  return typeof propertyId === 'string' && isId<PropertyId>(propertyId)
    ? findPlaceThing(db, propertyId)
    : undefined
}

/** Only what changed. */
function differenceOf(before: ActedThing['state'], after: ActedThing['state']) {
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  const pick = (state: ActedThing['state']) =>
    Object.fromEntries(changed.map((field) => [field, state[field] ?? null]))
  return { before: pick(before), after: pick(after) }
}

async function notifyPerson(
  app: App,
  db: Db,
  {
    key,
    to,
    thing,
    at,
  }: {
    key: ActedKey
    to: UserId
    thing: ActedThing | undefined
    at: Parameters<typeof recordAudit>[1]['at']
  },
): Promise<void> {
  const { visitId = null, place, date = null } = thing ?? {}
  await notify(db, {
    to,
    event: 'job_changed',
    key: `acted:${key}:${thing?.id ?? to}:${at}`,
    texts: inEachLanguage((language) => {
      const { done, text } = actingTexts[language]
      const where = [place, date === null ? null : dayText(date, language)].filter(Boolean).join(', ')
      return { title: done[key], text: text(where || done[key], app.config.supportEmail) }
    }),
    url: visitId === null ? '/jobs' : `/visit/${visitId}`,
    ...(thing === undefined ? {} : { about: thing.about }),
    now: at,
  })
}
