/** What is sealed, page by page, and the same sealed anew unless it changed meanwhile. */
import type { HospitableAccountId, ReportAddressId, StaySourceId, UserId } from '#domain/ids.ts'
import type { Db } from '../db/client.ts'

const PAGE = 500

export function listAppSecrets(db: Db, after: UserId | null) {
  return db
    .selectFrom('second_factor')
    .$if(after !== null, (query) => query.where('user_id', '>', after!))
    .orderBy('user_id')
    .limit(PAGE)
    .select(['user_id as id', 'secret_sealed', 'pending_sealed'])
    .execute()
}

export async function saveAppSecret(
  db: Db,
  id: UserId,
  column: 'secret_sealed' | 'pending_sealed',
  { from, to }: { readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ [column]: to })
    .where('user_id', '=', id)
    .where(column, '=', from)
    .execute()
}

export function listFeedAddresses(db: Db, after: StaySourceId | null) {
  return db
    .selectFrom('stay_feed')
    .$if(after !== null, (query) => query.where('source_id', '>', after!))
    .orderBy('source_id')
    .limit(PAGE)
    .select(['source_id as id', 'sealed_address'])
    .execute()
}

export async function saveFeedAddress(
  db: Db,
  id: StaySourceId,
  { from, to }: { readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await db
    .updateTable('stay_feed')
    .set({ sealed_address: to })
    .where('source_id', '=', id)
    .where('sealed_address', '=', from)
    .execute()
}

/** By which the same address is known again. */
export async function saveFeedMark(db: Db, id: StaySourceId, mark: string): Promise<void> {
  await db.updateTable('stay_source').set({ external_ref: mark }).where('id', '=', id).execute()
}

export function listTokens(db: Db, after: HospitableAccountId | null) {
  return db
    .selectFrom('hospitable_account')
    .where('tokens_sealed', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(PAGE)
    .select(['id', 'tokens_sealed'])
    .execute()
}

export async function saveTokens(
  db: Db,
  id: HospitableAccountId,
  { from, to }: { readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await db
    .updateTable('hospitable_account')
    .set({ tokens_sealed: to })
    .where('id', '=', id)
    .where('tokens_sealed', '=', from)
    .execute()
}

export function listReportLinks(db: Db, after: ReportAddressId | null) {
  return db
    .selectFrom('report_address')
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(PAGE)
    .select(['id', 'token_hash'])
    .execute()
}

/** What stands in mails that were sent goes on opening. */
export async function saveReportLink(
  db: Db,
  id: ReportAddressId,
  { from, to }: { readonly from: Buffer; readonly to: Buffer },
): Promise<void> {
  await db
    .updateTable('report_address')
    .set({ token_hash: to, former_token_hash: from })
    .where('id', '=', id)
    .where('token_hash', '=', from)
    .execute()
}
