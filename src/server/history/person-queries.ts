/** What happened with a person: its work, its money, what it read and wrote, where it signed in. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#domain/ids.ts'
import type { OperatorScope, UserType } from '../scope.ts'
import type { Source } from './source-queries.ts'
import { changesAbout, notesOf, noticesWhere } from './words-queries.ts'

type Person = { readonly id: UserId; readonly type: UserType }

export function personSources(scope: OperatorScope, person: Person, until: RawBuilder<unknown>): Source[] {
  const { id } = person
  return [
    {
      kind: 'account_made',
      from: sql`users`,
      id: 'id',
      at: 'created_at',
      where: sql`id = ${id}`,
    },
    {
      kind: 'sign_in',
      from: sql`sign_in`,
      id: 'id',
      at: 'at',
      where: sql`user_id = ${id}`,
      columns: { note: 'user_agent' },
    },
    {
      kind: 'message',
      from: sql`visit_message`,
      id: 'id',
      at: 'created_at',
      where: sql`sender_id = ${id}`,
      columns: { title: 'left(text, 200)', visit: 'visit_id' },
    },
    noticesWhere(sql`notice.user_id = ${id} and notice.is_in_app`),
    notesOf(id),
    changesAbout(scope, id),
    ...ofWork(person, until),
    ...ofMoney(person),
  ]
}

/** Over when the mark says: a visit of next week has not happened. */
const OVER = sql`visit.state in ('completed', 'missed', 'cancelled', 'skipped')`

/** Visits of whatever an index of visits begins with, by what came of them. */
export function visitsWhere(where: RawBuilder<unknown>, until: RawBuilder<unknown>): Source {
  return {
    kind: 'visit',
    from: sql`visit join property on property.id = visit.property_id`,
    id: 'visit.id',
    at: 'visit.starts_at',
    day: 'visit.date',
    where: sql`${where} and visit.date <= (${until} at time zone 'UTC')::date + 1 and ${OVER}`,
    columns: {
      title: 'property.name',
      state: 'visit.state',
      visit: 'visit.id',
      zone: 'property.time_zone',
    },
  }
}

function ofWork({ id, type }: Person, until: RawBuilder<unknown>): Source[] {
  if (type === 'Operator') return []
  const person = type === 'Crew' ? 'crew_id' : 'customer_id'
  return [
    visitsWhere(sql`${sql.ref(`visit.${person}`)} = ${id}`, until),
    {
      kind: 'dispute',
      from: sql`dispute`,
      id: 'id',
      at: 'opened_at',
      where: sql`${sql.ref(person)} = ${id}`,
      columns: {
        title: 'problem',
        state: 'state',
        note: 'left(note, 200)',
        visit: 'visit_id',
        by: "'customer'",
      },
    },
  ]
}

function ofMoney({ id, type }: Person): Source[] {
  const payout: Source = {
    kind: 'payout',
    from: sql`payout`,
    id: 'id',
    at: 'created_at',
    where: sql`crew_id = ${id}`,
    columns: { title: 'kind', state: 'state', amount: 'amount_cents', payout: 'id' },
  }
  if (type !== 'Customer') return type === 'Crew' ? [payout] : []
  return [
    // Commissions that a customer had sent to its bank.
    payout,
    {
      kind: 'payment',
      from: sql`payment`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      columns: { title: 'kind', state: 'state', amount: 'total_cents', payment: 'id' },
    },
    {
      kind: 'order',
      from: sql`on_demand_order`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      columns: { title: 'service_key', state: 'state', visit: 'visit_id', payment: 'payment_id' },
    },
    {
      kind: 'credit',
      from: sql`credit_change`,
      id: 'id',
      at: 'created_at',
      where: sql`customer_id = ${id}`,
      columns: {
        title: 'kind',
        note: 'reason',
        amount: 'amount_cents',
        who: 'operator_id',
        by: "'operator'",
      },
    },
  ]
}
