import { sql } from 'kysely'
import type { EarningId, UserId } from '#domain/ids.ts'
import { type LocalDate, localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CustomerScope } from '../scope.ts'

const EARNINGS_AT_ONCE = 1_000

/** By the day on which it was earned where the crew is; the next ones after `last`, as PostgreSQL has its instant. */
export function findEarningsAfter(
  db: Db,
  { userId, timeZone }: { readonly userId: UserId; readonly timeZone: string },
  { year, last }: { readonly year: number; readonly last: { mark: string; id: EarningId } | undefined },
) {
  const start = (date: LocalDate) => sql<string>`(${date}::date)::timestamp at time zone ${timeZone}`
  return db
    .selectFrom('earning')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .leftJoin('visit', 'visit.id', 'earning.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('earning.crew_id', '=', userId)
    .where(sql<boolean>`earning.earned_at >= ${start(localDate(`${year}-01-01`))}`)
    .where(sql<boolean>`earning.earned_at < ${start(localDate(`${year + 1}-01-01`))}`)
    .where(
      last === undefined
        ? sql<boolean>`true`
        : sql<boolean>`earning.earned_at >= ${last.mark}::timestamptz
            and (earning.earned_at > ${last.mark}::timestamptz or earning.id < ${last.id})`,
    )
    .orderBy('earning.earned_at')
    .orderBy('earning.id', 'desc')
    .limit(EARNINGS_AT_ONCE)
    .select([
      'earning.id',
      sql<string>`earning.earned_at::text`.as('mark'),
      'earning.kind',
      'earning.amount_cents',
      'earning.earned_at',
      'visit.date',
      'service.name_en',
      'service.name_es',
      'property.name as place_name',
      'payout.id as payout_id',
      'payout.state as payout_state',
      'payout.paid_at',
    ])
    .execute()
}

export async function wantsReceipts(db: Db, { userId }: CustomerScope): Promise<boolean> {
  const row = await db
    .selectFrom('paper_preference')
    .where('user_id', '=', userId)
    .select('mails_receipts')
    .executeTakeFirst()
  return row?.mails_receipts ?? false
}

export async function savePreference(
  db: Db,
  { userId }: CustomerScope,
  mailsReceipts: boolean,
): Promise<void> {
  await db
    .insertInto('paper_preference')
    .values({ user_id: userId, mails_receipts: mailsReceipts })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ mails_receipts: mailsReceipts }))
    .execute()
}
