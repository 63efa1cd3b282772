import { sql } from 'kysely'
import { type LocalDate, localDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { CrewScope, CustomerScope } from '../scope.ts'

/** A crew that does a stop every ten minutes of every day does fewer. */
const MOST_ROWS = 60_000

/** By the day on which it was earned where the crew is. */
export function findYearEarnings(db: Db, scope: CrewScope, year: number) {
  const start = (date: LocalDate) => sql<string>`(${date}::date)::timestamp at time zone ${scope.timeZone}`
  return db
    .selectFrom('earning')
    .leftJoin('payout', 'payout.id', 'earning.payout_id')
    .leftJoin('visit', 'visit.id', 'earning.visit_id')
    .leftJoin('property', 'property.id', 'visit.property_id')
    .leftJoin('service', 'service.key', 'visit.service_key')
    .where('earning.crew_id', '=', scope.userId)
    .where(sql<boolean>`earning.earned_at >= ${start(localDate(`${year}-01-01`))}`)
    .where(sql<boolean>`earning.earned_at < ${start(localDate(`${year + 1}-01-01`))}`)
    .orderBy('earning.earned_at')
    .orderBy('earning.id')
    .limit(MOST_ROWS)
    .select([
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
