/** The provider's lines against our rows, some of either at a time. */
import { sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { toTimestamp } from '../db/client.ts'
import { SIDES } from '../ledger/movement-queries.ts'
import type { Question } from '../ledger/question-queries.ts'

/** `before` is when the run began to read the provider: what came after is no matter. */
export function providerQuestions(before: Instant): Question[] {
  return [...SIDES.map((side) => ofOurs(side, before)), ofTheirs]
}

function ofOurs({ name, of, ours, kinds }: (typeof SIDES)[number], before: Instant): Question {
  return {
    name,
    of,
    total: (among) => sql`
      select count(*)::bigint as count, coalesce(sum(abs(ours.amount)), 0)::bigint as amount
      from (${ours}) as ours where ${among(sql`ours.row_id`)}
    `,
    differences: (among) => sql`
      select ours.row_id::text as subject, case
        when theirs.amount is null then 'the provider does not know it'
        else 'the provider says ' || theirs.amount || ' cents with a fee of ' || theirs.fee || ', our row '
          || ours.amount || ' with ' || coalesce(ours.fee::text, 'a fee that is not known yet') end as sentence,
        ours.amount as ours, theirs.amount as theirs
      from (${ours}) as ours
      left join lateral (
        select sum(amount_cents) as amount, sum(fee_cents) as fee from provider_movement moved
        where moved.object_id = ours.id and moved.kind = any(${kinds}::text[])
      ) as theirs on true
      where ${among(sql`ours.row_id`)} and (
        (theirs.amount is null and ours.amount <> 0 and ours.at < ${toTimestamp(before)}::timestamptz)
        or theirs.amount <> ours.amount or theirs.fee <> ours.fee
      )
    `,
  }
}

const ofTheirs: Question = {
  name: 'movements at the provider',
  of: 'movement',
  total: (among) => sql`
    select count(*)::bigint as count, coalesce(sum(abs(amount_cents)), 0)::bigint as amount
    from provider_movement where ${among(sql`object_id`)}
  `,
  differences: (among) =>
    sql.join(
      SIDES.map(
        ({ ours, kinds, underWay }) => sql`
          select theirs.id as subject, 'the provider moved ' || abs(theirs.amount) || ' cents that we know nothing of' as sentence,
            null::bigint as ours, theirs.amount as theirs
          from (
            select object_id as id, sum(amount_cents) as amount from provider_movement
            where kind = any(${kinds}::text[]) and ${among(sql`object_id`)} group by object_id
          ) as theirs
          where theirs.amount <> 0 and not exists (select from (${ours}) as ours where ours.id = theirs.id)
            and not exists (${underWay})
        `,
      ),
      sql` union all `,
    ),
}
