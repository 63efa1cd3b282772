import type { HistoryGroup, HistoryOf } from '#contract/history.ts'
import {
  toId,
  type ComplexId,
  type PaymentId,
  type PayoutId,
  type PropertyId,
  type UserId,
  type VisitId,
  type WeeklyJobId,
} from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { RawBuilder } from 'kysely'
import type { App } from '../app.ts'
import { listPeopleOf } from '../audit-desk/log-queries.ts'
import { withoutSecrets } from '../audit-desk/read-log.ts'
import type { Db } from '../db/client.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { payoutSources, paymentSources } from './money-queries.ts'
import { personSources } from './person-queries.ts'
import { groupOf, listHistory, readMark, type Source } from './source-queries.ts'
import { findJob, findPayment, findPayout, findPerson, findPlace, findVisit } from './subject-queries.ts'
import { visitSources } from './visit-queries.ts'
import { jobSources, placeSources } from './work-queries.ts'

type Asked = {
  readonly of: HistoryOf
  readonly id: string
  readonly only?: HistoryGroup | undefined
  readonly cursor?: string | undefined
}

type Reading = {
  readonly now: Instant
  readonly locale: Language
  /** Whether the reader's role may see what people paid and got. */
  readonly seesMoney: boolean
}

export async function readHistory(
  { db }: App,
  scope: OperatorScope,
  { cursor, ...asked }: Asked,
  { now, locale, seesMoney }: Reading,
) {
  if (!seesMoney && (asked.of === 'payment' || asked.of === 'payout')) throw new Refused('forbidden')
  const mark = readMark(cursor, now)
  const { timeZone, sources } = await sourcesOf(db, scope, asked, { until: mark.until, locale })
  const shown = sources.filter(({ kind }) => seesMoney || groupOf(kind) !== 'money')
  const wanted = shown.filter(({ kind }) => asked.only === undefined || groupOf(kind) === asked.only)
  const { rows, nextCursor } = await listHistory(db, wanted, mark)
  const people = await listPeopleOf(
    db,
    rows.flatMap(({ entry_id }) => entry_id ?? []),
  )
  return {
    timeZone,
    groups: [...new Set(shown.map(({ kind }) => groupOf(kind)))],
    nextCursor,
    events: rows.map((row) => ({
      key: `${row.kind}:${row.id}`,
      at: row.at,
      kind: row.kind,
      title: row.title,
      state: row.state,
      note: row.note,
      amountCents: seesMoney ? row.amount : null,
      name: row.name,
      by: row.by,
      visitId: row.visit_id,
      paymentId: row.payment_id,
      payoutId: row.payout_id,
      timeZone: row.time_zone,
      entry:
        row.entry_id === null
          ? null
          : {
              detail: withoutSecrets(row.detail ?? {}),
              people: (people.get(row.entry_id) ?? []).map(({ id, name }) => ({ id, name })),
            },
    })),
  }
}

type Found = { readonly timeZone: string; readonly sources: readonly Source[] }

async function sourcesOf(
  db: Db,
  scope: OperatorScope,
  { of, id }: Asked,
  { until, locale }: { until: RawBuilder<unknown>; locale: Language },
): Promise<Found> {
  const found = await FINDERS[of](db, scope, id, { until, locale })
  if (found === undefined) throw new Refused('not_found')
  return found
}

type Finder = (
  db: Db,
  scope: OperatorScope,
  id: string,
  reading: { readonly until: RawBuilder<unknown>; readonly locale: Language },
) => Promise<Found | undefined>

const FINDERS: Readonly<Record<HistoryOf, Finder>> = {
  person: async (db, scope, id, { until }) => {
    const person = await findPerson(db, scope, toId<UserId>(id))
    return person && { timeZone: person.time_zone, sources: personSources(scope, person, until) }
  },
  place: async (db, scope, id, { until }) => {
    const place = await findPlace(db, scope, { id: toId<PropertyId>(id) })
    return place && placed(scope, place, until)
  },
  complex: async (db, scope, id, { until }) => {
    const place = await findPlace(db, scope, { complexId: toId<ComplexId>(id) })
    return place && placed(scope, place, until)
  },
  job: async (db, scope, id, { until }) => {
    const job = await findJob(db, scope, toId<WeeklyJobId>(id))
    return job && { timeZone: job.time_zone, sources: jobSources(scope, job.id, until) }
  },
  visit: async (db, scope, id, { locale }) => {
    const visit = await findVisit(db, scope, toId<VisitId>(id))
    return visit && { timeZone: visit.time_zone, sources: visitSources(scope, visit.id, locale) }
  },
  payment: async (db, scope, id) => {
    const payment = await findPayment(db, scope, toId<PaymentId>(id))
    return payment && { timeZone: payment.time_zone, sources: paymentSources(scope, payment.id) }
  },
  payout: async (db, scope, id) => {
    const payout = await findPayout(db, scope, toId<PayoutId>(id))
    return payout && { timeZone: payout.time_zone, sources: payoutSources(scope, payout.id) }
  },
}

function placed(
  scope: OperatorScope,
  place: NonNullable<Awaited<ReturnType<typeof findPlace>>>,
  until: RawBuilder<unknown>,
): Found {
  return {
    timeZone: place.time_zone,
    sources: placeSources(scope, { id: place.id, complexId: place.complex_id }, until),
  }
}
