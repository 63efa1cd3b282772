/** What must hold of rentals after every day, by what is true outside (`outside.ts`) and by no rule of the product's. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Invariant } from './moment.ts'
import { type Booking, booked, isKnown, type Outside, type Rental } from './outside.ts'

type Expected = {
  readonly property: string
  readonly date: LocalDate
  readonly from: string
  readonly until: string
  readonly quantity: number
}

/** As every rental here is let. */
const LEAVE_BY = '11:00'
const COME_FROM = '16:00'
const FINISH_BY = '20:00'
/** Three days may hold the end of one and the beginning of another count. */
const SILENCES_IN_THREE_DAYS = 2

export function staysInvariants(outside: Outside): readonly Invariant[] {
  return [...TURNOVERS, ...ofCheckOuts(outside), ...ofActs(outside)]
}

const LIVE = sql`visit.state not in ('skipped', 'cancelled')`

/** Work rests where bills are not paid: what then comes of turnovers is the rule of money. */
const PAYS = sql`not exists (
  select from payment where payment.customer_id = property.customer_id and payment.state in ('declined', 'written_off')
) and not exists (
  select from invoice where invoice.customer_id = property.customer_id and invoice.closed_at is null
    and invoice.voided_at is null
)`

const TURNOVERS: readonly Invariant[] = [
  {
    name: 'a turnover was made for the past',
    broken: () => sql`
      select visit.id, visit.date, visit.ends_at, visit.created_at from visit
      where visit.is_turnover and visit.created_at >= visit.ends_at`,
  },
  {
    name: 'two turnovers of one place stand on one day',
    broken: () => sql`
      select property_id, date, count(*) from visit
      where visit.is_turnover and visit.state in ('scheduled', 'confirmed', 'en_route', 'in_progress')
      group by property_id, date having count(*) > 1`,
  },
  {
    name: 'a turnover costs something else than its size',
    broken: () => sql`
      select visit.id, visit.quantity, visit.price_lines from visit
      cross join lateral (
        select coalesce(sum((line ->> 'amountCents')::bigint), 0) as cents from jsonb_array_elements(visit.price_lines) line
        where line ->> 'kind' = 'service'
      ) as paid
      cross join lateral (
        select greatest(price.minimum_cents, price.base_cents + price.unit_cents * visit.quantity) as cents from price
        where price.service_key = 'turnover' and price.scope = 'default' order by price.in_force_from desc limit 1
      ) as asked
      where visit.is_turnover and visit.state = 'completed' and paid.cents <> asked.cents`,
  },
  {
    name: 'a host was notified of a silent calendar again and again',
    broken: () => sql`
      select one.user_id, split_part(one.key, ':', 2) as source, one.created_at, count(*) from notice one
      join notice other on other.user_id = one.user_id and other.key like 'feed-silent:%'
        and split_part(other.key, ':', 2) = split_part(one.key, ':', 2)
        and other.created_at between one.created_at and one.created_at + interval '3 days'
      where one.key like 'feed-silent:%'
      group by 1, 2, 3 having count(*) > ${SILENCES_IN_THREE_DAYS}`,
  },
]

function ofCheckOuts({ rentals }: Outside): Invariant[] {
  return [
    {
      name: 'a check-out has not its one turnover, in the hours and the size that it should have',
      broken: (_, { date }) => {
        const today = addDays(date, 1)
        const asked = rentals.filter(isKnown).flatMap((rental) => expectedOf(rental, today))
        return sql`
          select asked.*, found.* from ${rowsOf(asked)} as asked (property uuid, date date, "from" text, until text, quantity integer)
          join property on property.id = asked.property
          left join lateral (
            select count(*)::integer as count, string_agg(concat_ws(' ', visit.id, visit.state,
              to_char(visit.starts_at at time zone property.time_zone, 'YYYY-MM-DD HH24:MI'),
              to_char(visit.ends_at at time zone property.time_zone, 'HH24:MI'), 'x' || visit.quantity), '; ') as visits,
              bool_and(
                to_char(visit.starts_at at time zone property.time_zone, 'YYYY-MM-DD HH24:MI') = asked.date || ' ' || asked."from"
                and to_char(visit.ends_at at time zone property.time_zone, 'YYYY-MM-DD HH24:MI') = asked.date || ' ' || asked.until
                and visit.quantity = asked.quantity
              ) as is_right
            from visit where visit.property_id = asked.property and visit.is_turnover and ${LIVE} and visit.date = asked.date
          ) as found on true
          where (found.count <> 1 or not found.is_right) and ${PAYS}`
      },
    },
    {
      name: 'a turnover stands where nobody leaves',
      broken: (_, { date }) => {
        const today = addDays(date, 1)
        const known = rentals.filter(isKnown)
        const asked = known.flatMap((rental) => expectedOf(rental, today))
        return sql`
          select visit.id, visit.property_id, visit.date, visit.state from visit
          join property on property.id = visit.property_id
          where visit.is_turnover and ${LIVE} and visit.date >= ${today} and ${PAYS}
            and visit.property_id = any(${known.map(({ propertyId }) => propertyId)}::uuid[])
            and not exists (
              select from ${rowsOf(asked)} as asked (property uuid, date date) where asked.property = visit.property_id
                and asked.date = visit.date
            )`
      },
    },
  ]
}

function ofActs({ rentals, faults, helperActs }: Outside): Invariant[] {
  return [
    {
      name: 'a crew was notified of a turnover’s moving more often than anything moved',
      broken: () => sql`
        select rental.property, visit.id, count(*), rental.changes from ${changesOf(rentals)} as rental (property uuid, changes integer)
        join visit on visit.property_id = rental.property and visit.is_turnover
        join notice on notice.key like 'turnover-moved:' || visit.id || ':%'
        group by 1, 2, 4 having count(*) > rental.changes`,
    },
    {
      name: 'what was changed together and undone is not as it was',
      broken: () => sql`
        select * from jsonb_to_recordset(${JSON.stringify(faults)}::jsonb) as fault (customer text, job text, wrong text)`,
    },
    {
      name: 'what a helper did is not in its owner’s list, or was done after the access ended',
      broken: () => sql`
        select kept.count, ${helperActs}::integer as done from (
          select count(*)::integer as count from share_action
        ) as kept where kept.count < ${helperActs}::integer
        union all
        select 0, 0 from share_action join share on share.id = share_action.share_id where share_action.at > share.ended_at`,
    },
  ]
}

/** One for each day on which somebody leaves and nobody else sleeps there. */
function expectedOf(rental: Rental, today: LocalDate): Expected[] {
  if (!rental.isTurnedOn) return []
  const standing = booked(rental)
  const days = new Set(standing.map(({ to }) => to).filter((day) => day >= today))
  return [...days].flatMap((date) => {
    if (standing.some(({ from, to }) => from < date && date < to)) return []
    const isSameDay = standing.some(({ from }) => from === date)
    const leaving = standing.filter(({ to }) => to === date)
    return {
      property: rental.propertyId,
      date,
      from: LEAVE_BY,
      until: isSameDay ? COME_FROM : FINISH_BY,
      quantity: Math.max(rental.bedrooms, ...leaving.map((booking) => bedsFor(rental, booking))),
    }
  })
}

/** Two guests to a bedroom, where anybody says how many they are: an Airbnb calendar does not. */
function bedsFor(rental: Rental, { channel, guests }: Booking): number {
  return rental.hospitableId === null && channel === 'airbnb' ? 0 : Math.ceil(guests / 2)
}

function rowsOf(expected: readonly Expected[]): RawBuilder<unknown> {
  return sql`jsonb_to_recordset(${JSON.stringify(expected)}::jsonb)`
}

function changesOf(rentals: readonly Rental[]): RawBuilder<unknown> {
  const rows = rentals.map(({ propertyId, changes }) => ({ property: propertyId, changes }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`
}
