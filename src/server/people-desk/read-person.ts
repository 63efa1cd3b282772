import type { UserId } from '#domain/ids.ts'
import { addCents, cents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { crewAverages, readReliability } from '../crews/queries.ts'
import type { Db } from '../db/client.ts'
import { openOnInvoices } from '../invoices/terms-queries.ts'
import { customerCredit } from '../ledger/queries.ts'
import { dueCentsOf } from '../payments/payment-queries.ts'
import { Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { listMergedInto } from '../users/queries.ts'
import { findNextVisit, findPerson, lastSeen, readCrewFacts, readCustomerFacts } from './person-queries.ts'

/** One that can be written to: what was merged into another is only read. */
export async function livingPersonOf(db: Db, scope: OperatorScope, id: UserId) {
  const person = await personOf(db, scope, id)
  if (person.merged_into_id !== null) throw new Refused('account_merged')
  return person
}

/** Whoever is not of the operator's market is not found. */
export async function personOf(db: Db, scope: OperatorScope, id: UserId) {
  const person = await findPerson(db, scope, id)
  if (person === undefined) throw new Refused('not_found')
  return person
}

export async function readPerson({ db }: App, scope: OperatorScope, id: UserId, now: Instant) {
  const person = await personOf(db, scope, id)
  const [seen, next, merged, customer, crew] = await Promise.all([
    lastSeen(db, id, now),
    findNextVisit(db, person, now),
    listMergedInto(db, id),
    person.type === 'Customer' ? customerFacts(db, id) : null,
    person.type === 'Crew' ? crewFacts(db, id, now) : null,
  ])
  const { sponsor_id: sponsorId, sponsor_name: sponsorName } = person
  const { merged_at: mergedAt, merged_into_id: intoId, merged_into_name: intoName } = person
  return {
    id: person.id,
    type: person.type,
    name: person.name,
    email: person.email,
    phone: person.phone,
    address: person.address,
    locale: person.locale,
    timeZone: person.time_zone,
    createdAt: person.created_at,
    lastSeenAt: seen.at,
    devices: seen.count,
    frozenUntil: person.frozen_until !== null && person.frozen_until > now ? person.frozen_until : null,
    frozenNotes: person.frozen_notes,
    sponsor: sponsorId === null || sponsorName === null ? null : { id: sponsorId, name: sponsorName },
    mergedInto:
      mergedAt === null || intoId === null || intoName === null
        ? null
        : { id: intoId, name: intoName, at: mergedAt },
    mergedFrom: merged.map((row) => ({ id: row.id, name: row.name, at: row.merged_at })),
    nextVisit:
      next === undefined
        ? null
        : {
            id: next.id,
            propertyName: next.name,
            serviceKey: next.service_key,
            startsAt: next.starts_at,
            timeZone: next.time_zone,
            isAnytime: next.is_anytime,
          },
    customer,
    crew,
  }
}

async function customerFacts(db: Db, id: UserId) {
  const [facts, creditCents, dueCents, invoices] = await Promise.all([
    readCustomerFacts(db, id),
    customerCredit(db, id),
    dueCentsOf(db, id),
    openOnInvoices(db, [id]),
  ])
  const { brand, last4 } = facts
  return {
    places: facts.places,
    weeklyJobs: facts.weekly_jobs,
    owedCents: addCents(dueCents, invoices.get(id) ?? cents(0)),
    declines: facts.declines,
    creditCents,
    method: brand === null || last4 === null ? null : { brand, last4 },
    isOnTerms: facts.is_on_terms,
  }
}

async function crewFacts(db: Db, id: UserId, now: Instant) {
  const [facts, reliability, ratings] = await Promise.all([
    readCrewFacts(db, id, now),
    readReliability(db, [id], now),
    crewAverages(db, [id], now),
  ])
  return {
    weeklyStops: facts.weekly_stops,
    doneInFourWeeks: facts.done,
    reliability: reliability.get(id)?.share ?? null,
    rating: ratings.get(id) ?? null,
    unpaidCents: facts.unpaid,
    payoutAccount: facts.payout_account ?? ('none' as const),
    services: facts.services ?? [],
    vehicle: facts.vehicle ?? '',
  }
}
