/**
 * Forgetting a person: everything that says who it was goes, row by row where the row stays for the books. Receipts,
 * invoices, tax forms and the ledger stay, as the law asks; so do proofs of work, which are the crew's and ours.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { randomCode, type UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'
import { forgetStaysOf } from '../stays/queries.ts'

/** What a deleted person is called where a name stood. */
const NAME = 'Deleted account'
const PLACE = 'Deleted place'
const NO_ADDRESS = 'nobody@invalid'

export type Files = { readonly pictures: readonly string[]; readonly imports: readonly string[] }

/** Answers what lies outside of the database and has to go, too. */
export async function forgetPerson(db: Db, userId: UserId, now: Instant): Promise<Files> {
  await forgetWaysIn(db, userId)
  await forgetNotices(db, userId)
  await forgetShares(db, userId)
  await forgetPlaces(db, userId, now)
  await forgetChosen(db, userId)
  await forgetStaysOf(db, userId)
  await forgetNotes(db, userId)
  const files = { pictures: await takePictures(db, userId), imports: await takeImports(db, userId) }
  await db.deleteFrom('payment_method').where('user_id', '=', userId).execute()
  await db.deleteFrom('job_filter').where('customer_id', '=', userId).execute()
  await db.deleteFrom('bulk_change').where('customer_id', '=', userId).execute()
  await db.deleteFrom('hospitable_account').where('customer_id', '=', userId).execute()
  await db.deleteFrom('billing_details').where('customer_id', '=', userId).execute()
  await db.deleteFrom('billing_terms').where('customer_id', '=', userId).execute()
  await db.updateTable('invoice').set({ copies_to: [] }).where('customer_id', '=', userId).execute()
  await db
    .updateTable('go_link')
    .set({ revoked_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .execute()
  await db.updateTable('crew_profile').set({ vehicle: '' }).where('user_id', '=', userId).execute()
  await db.deleteFrom('crew_hours').where('crew_id', '=', userId).execute()
  await forgetName(db, userId)
  return files
}

/** Nobody signs in as this person again, on no device and by no link. */
async function forgetWaysIn(db: Db, userId: UserId): Promise<void> {
  for (const table of [
    'session',
    'sign_in',
    'passkey',
    'push_subscription',
    'one_time_token',
    'identity_mark',
    'calendar',
  ] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

async function forgetNotices(db: Db, userId: UserId): Promise<void> {
  for (const table of [
    'notice',
    'notice_preference',
    'quiet_hours',
    'daily_digest',
    'unsubscribe_token',
    'outbox_message',
    'data_export',
  ] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

/** All of them ended when the person asked to leave. What it did for others stays theirs, without its name. */
async function forgetShares(db: Db, userId: UserId): Promise<void> {
  await db.deleteFrom('share_action').where('owner_id', '=', userId).execute()
  await db
    .updateTable('share')
    .set({ name: NAME, email: NO_ADDRESS })
    .where((eb) => eb.or([eb('owner_id', '=', userId), eb('helper_id', '=', userId)]))
    .execute()
}

/** Whom a customer chose for its places, and for whose places a crew was chosen. */
async function forgetChosen(db: Db, userId: UserId): Promise<void> {
  await sql`
    delete from place_crew using property
    where property.id = place_crew.property_id and property.customer_id = ${userId}
  `.execute(db)
  await db.deleteFrom('place_crew').where('crew_id', '=', userId).execute()
}

/** About where a visit was stays, to a kilometer: tax is counted by it, and nobody's door is found by it. */
async function forgetPlaces(db: Db, userId: UserId, now: Instant): Promise<void> {
  const nearby = { lat: sql<number>`round(lat::numeric, 2)`, lng: sql<number>`round(lng::numeric, 2)` }
  await db
    .updateTable('property')
    .set({
      ...nearby,
      name: PLACE,
      address: null,
      access_notes: '',
      external_ref: null,
      group_id: null,
      removed_at: toTimestamp(now),
    })
    .where('customer_id', '=', userId)
    .execute()
  await db
    .updateTable('complex')
    .set({ ...nearby, name: PLACE, address: PLACE, instructions: '', po_number: '', complex_group_id: null })
    .where('customer_id', '=', userId)
    .execute()
  await db
    .deleteFrom('report_address')
    .where('complex_id', 'in', (from) =>
      from.selectFrom('complex').where('customer_id', '=', userId).select('complex.id'),
    )
    .execute()
  for (const table of ['place_checklist', 'low_supply'] as const)
    await db
      .deleteFrom(table)
      .where('property_id', 'in', (from) =>
        from.selectFrom('property').where('customer_id', '=', userId).select('id'),
      )
      .execute()
  await db.deleteFrom('property_group').where('customer_id', '=', userId).execute()
  await db.deleteFrom('complex_group').where('customer_id', '=', userId).execute()
}

/** What the person wrote, and what operators noted of them. */
async function forgetNotes(db: Db, userId: UserId): Promise<void> {
  await db.updateTable('weekly_job').set({ notes: '' }).where('customer_id', '=', userId).execute()
  await db.updateTable('on_demand_order').set({ notes: '' }).where('customer_id', '=', userId).execute()
  await db.deleteFrom('on_demand_draft').where('customer_id', '=', userId).execute()
  await db
    .updateTable('rating')
    .set({ note: '' })
    .where((eb) =>
      eb.or([
        eb.and([eb('customer_id', '=', userId), eb('side', '=', 'customer')]),
        eb.and([eb('crew_id', '=', userId), eb('side', '=', 'crew')]),
      ]),
    )
    .execute()
  await db.updateTable('dispute').set({ note: '–' }).where('customer_id', '=', userId).execute()
  await forgetListNotes(db, userId)
  await db.deleteFrom('person_note').where('person_id', '=', userId).execute()
  await db.updateTable('visit_message').set({ text: '' }).where('sender_id', '=', userId).execute()
}

/** What a customer asked for in its own words, and why a crew left something undone. */
async function forgetListNotes(db: Db, userId: UserId): Promise<void> {
  await sql`
    update visit_checklist set items = (
      select jsonb_agg(
        case when item ->> 'language' is null then item
        else item || jsonb_build_object('words', jsonb_build_object('en', '–', 'es', '–')) end order by position
      ) from jsonb_array_elements(items) with ordinality as each (item, position)
    )
    from visit
    where visit.id = visit_checklist.visit_id and visit.customer_id = ${userId}
      and items @? '$[*] ? (@.language != null)'
  `.execute(db)
  await sql`
    update visit_mark set words = ''
    from visit_checklist
    where visit_checklist.visit_id = visit_mark.visit_id and visit_checklist.crew_id = ${userId} and words <> ''
  `.execute(db)
}

/** Pictures that the person sent; proofs of work stay, since others answer for them. */
async function takePictures(db: Db, userId: UserId): Promise<string[]> {
  const sent = await db
    .deleteFrom('photo')
    .where('owner_id', '=', userId)
    .where('id', 'in', (from) =>
      from
        .selectFrom('visit_message')
        .where('sender_id', '=', userId)
        .where('photo_id', 'is not', null)
        .select('photo_id'),
    )
    .returning('storage_key')
    .execute()
  const ordered = await db
    .deleteFrom('order_photo')
    .where('order_id', 'in', (from) =>
      from
        .selectFrom('on_demand_order')
        .where('on_demand_order.customer_id', '=', userId)
        .select('on_demand_order.id'),
    )
    .returning('storage_key')
    .execute()
  const faces = await db
    .deleteFrom('photo')
    .where('owner_id', '=', userId)
    .where('purpose', '=', 'face')
    .returning('storage_key')
    .execute()
  return [...sent, ...ordered, ...faces].map((row) => row.storage_key)
}

async function takeImports(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .deleteFrom('property_import')
    .where('customer_id', '=', userId)
    .returning('stored_as')
    .execute()
  return rows.map((row) => row.stored_as)
}

async function forgetName(db: Db, userId: UserId): Promise<void> {
  await db
    .updateTable('users')
    .set({
      name: NAME,
      email: `deleted-${userId}@deleted.invalid`,
      phone: null,
      holds_phone: false,
      // No password fits it.
      password_hash: 'deleted',
      address: null,
      lat: null,
      lng: null,
      frozen_notes: null,
      coupon_code: null,
      referral_code: randomCode(randomBytes),
    })
    .where('id', '=', userId)
    .execute()
}
