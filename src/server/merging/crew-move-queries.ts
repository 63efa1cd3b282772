/**
 * What becomes of every row that names a crew when its account is closed for another of the same crew: its work, its
 * promises and its reputation move; what it was paid stays (decision 73). What is not named here becomes what it
 * becomes with customers.
 */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { type Becomes, COLUMNS_OF_PEOPLE, followAll, type Pair } from './move-queries.ts'

const moved = { becomes: 'moved' } as const
const withVisit = { becomes: 'moved with its visit' } as const
const ended = { becomes: 'ended' } as const
const history = { becomes: 'history' } as const
const chosen = { becomes: 'chosen' } as const
const unless = (by: readonly string[], rest: 'ended' | 'history' = 'ended') =>
  ({ becomes: 'moved unless there', by, rest }) as const

export const COLUMNS_OF_CREWS: Readonly<Record<string, Becomes>> = {
  'access_problem.crew_id': withVisit,
  // What is released stays as it was.
  'assignment.crew_id': chosen,
  'building_check.crew_id': withVisit,
  'checkpoint_pass.crew_id': withVisit,
  // Where and when one works is the word of the account that stays.
  'crew_hours.crew_id': ended,
  'crew_profile.user_id': chosen,
  // The database keeps it in step with the ratings, which move.
  'crew_stars.crew_id': chosen,
  'crew_whereabouts.crew_id': ended,
  'customer_crew_mark.crew_id': unless(['customer_id']),
  'dispatch_plan_lane.crew_id': history,
  // A plan that is not applied yet says of the closed crew what is no longer true, and is refused as any such plan.
  'dispatch_plan_visit.crew_id': chosen,
  'dispatch_plan_visit.was_crew_id': chosen,
  'dispute.crew_id': moved,
  // What an account earned and was paid stands on its own forms.
  'earning.crew_id': history,
  'extra_work.crew_id': withVisit,
  'job_filter.crew_id': moved,
  'late_completion.crew_id': unless(['visit_id'], 'history'),
  'notice.visit_crew_id': withVisit,
  // Those that count for anything; what was declined, lost or expired says how it was.
  'offer.crew_id': chosen,
  'offering.left_by_crew_id': history,
  'partner_crew.crew_id': chosen,
  'partner_line.crew_id': history,
  'payout.crew_id': history,
  'place_crew.crew_id': unless(['property_id']),
  'rating.crew_id': moved,
  'refund_part.crew_id': withVisit,
  'route.crew_id': chosen,
  // What was agreed to is never changed; of two words the later one counts for both (see `findPayees`).
  'tax_consent.crew_id': history,
  'tax_form_sent.crew_id': history,
  'tax_reminder.crew_id': history,
  'time_off.crew_id': unless(['from_date', 'to_date']),
  'tip.crew_id': history,
  'violation.crew_id': withVisit,
  'visit.crew_id': moved,
  'visit_checklist.crew_id': withVisit,
  // What counts for or against a crew.
  'visit_event.crew_id': chosen,
  'visit_message.crew_id': chosen,
}

/** Visits last: by them the rest is found. */
const { 'visit.crew_id': VISITS, ...BEFORE_VISITS } = { ...COLUMNS_OF_PEOPLE, ...COLUMNS_OF_CREWS }

export async function moveCrew(
  db: Db,
  pair: Pair,
  { marketId, now }: { readonly marketId: string; readonly now: Instant },
): Promise<void> {
  await joinMarks(db, pair)
  await joinChoices(db, pair)
  await moveWork(db, pair, now)
  await moveMessages(db, pair)
  await movePlans(db, pair)
  await moveUnderWay(db, pair, { marketId, now })
  await followAll(db, BEFORE_VISITS, pair)
  await followAll(db, { 'visit.crew_id': VISITS! }, pair)
}

/** Whoever does not want one of the two does not want the person. */
async function joinMarks(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    update customer_crew_mark there set mark = 'blocked', created_at = own.created_at
    from customer_crew_mark own
    where own.crew_id = ${closedId} and own.mark = 'blocked'
      and there.customer_id = own.customer_id and there.crew_id = ${keptId} and there.mark <> 'blocked'
  `.execute(db)
}

/** Of two places in one list the higher one. */
async function joinChoices(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    delete from place_crew lower using place_crew higher
    where lower.crew_id = ${keptId} and higher.crew_id = ${closedId}
      and lower.property_id = higher.property_id and lower.rank > higher.rank
  `.execute(db)
}

/** What it holds, is asked for, and is judged by. Asked twice for one visit, it is asked once. */
async function moveWork(db: Db, { keptId, closedId }: Pair, now: Instant): Promise<void> {
  await sql`
    update route set crew_id = ${keptId} where crew_id = ${closedId} and id in (
      select route_id from assignment where crew_id = ${closedId} and released_at is null
    )
  `.execute(db)
  await sql`
    update assignment set crew_id = ${keptId} where crew_id = ${closedId} and released_at is null
  `.execute(db)
  await sql`
    update offer own set state = 'withdrawn', decided_at = ${toTimestamp(now)}
    where own.crew_id = ${closedId} and own.state = 'open' and exists (
      select from offer there where there.visit_id = own.visit_id and there.crew_id = ${keptId} and there.state = 'open'
    )
  `.execute(db)
  await sql`
    update offer set crew_id = ${keptId}
    where crew_id = ${closedId} and state in ('open', 'accepted', 'withdrawn')
  `.execute(db)
  await sql`
    update visit_event set crew_id = ${keptId} where crew_id = ${closedId} and counts_as is not null
  `.execute(db)
}

/** The conversations about what it has to do or did, and those in which it said something. */
async function moveMessages(db: Db, { keptId, closedId }: Pair): Promise<void> {
  await sql`
    update visit_message set crew_id = ${keptId} where crew_id = ${closedId} and visit_id in (
      select id from visit where crew_id = ${closedId}
      union all select visit_id from visit_message where sender_id = ${closedId}
    )
  `.execute(db)
}

/** Of plans that are applied, so that undoing one gives the work back to the crew that stays. */
async function movePlans(db: Db, { keptId, closedId }: Pair): Promise<void> {
  for (const column of ['crew_id', 'was_crew_id'])
    await sql`
      update dispatch_plan_visit planned set ${sql.ref(column)} = ${keptId} from dispatch_plan plan
      where planned.${sql.ref(column)} = ${closedId} and plan.id = planned.plan_id and plan.state = 'applied'
    `.execute(db)
}

/** Longer than a change of many jobs takes, or a day that was pushed can be put back. */
const UNDER_WAY_DAYS = 30

/** Columns that name crews without referring to them, of what has not come to its end. */
async function moveUnderWay(
  db: Db,
  { keptId, closedId }: Pair,
  { marketId, now }: { readonly marketId: string; readonly now: Instant },
): Promise<void> {
  const since = sql`${toTimestamp(now)}::timestamptz - make_interval(days => ${UNDER_WAY_DAYS}::int)`
  await sql`
    update pushed_day_visit pushed set was_crew_id = ${keptId} from pushed_day day
    where day.market_id = ${marketId} and day.created_at > ${since}
      and pushed.pushed_day_id = day.id and pushed.was_crew_id = ${closedId}
  `.execute(db)
  await sql`
    update bulk_change_job job set crew_ids = array_replace(job.crew_ids, ${closedId}, ${keptId}),
      undone_crew_ids = array_replace(job.undone_crew_ids, ${closedId}, ${keptId})
    from bulk_change change
    where change.created_at > ${since} and change.state in ('running', 'undoing', 'giving_up')
      and job.bulk_change_id = change.id and (${closedId} = any(job.crew_ids) or ${closedId} = any(job.undone_crew_ids))
  `.execute(db)
  await sql`
    update partner_crew set crew_id = ${keptId} where market_id = ${marketId} and crew_id = ${closedId}
  `.execute(db)
}
