/** What time does away with, the oldest first and so many at once, by index: each answers how many it found. */
import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export const FORGOTTEN_AT_ONCE = 2_000

const LIMIT = sql.lit(FORGOTTEN_AT_ONCE)

type Forget = (db: Db, before: Instant) => Promise<number>
type ForgetOfMarket = (db: Db, before: Instant, marketId: string) => Promise<number>

export const deleteNoticesBefore: ForgetOfMarket = (db, before, marketId) =>
  deleted(
    db,
    sql`delete from notice where id in (
      select id from notice where market_id = ${marketId} and created_at < ${toTimestamp(before)}
      order by created_at limit ${LIMIT}
    )`,
  )

/** As long as notices: what was said to somebody is not kept for ever. */
export const deleteMessagesBefore: ForgetOfMarket = (db, before, marketId) =>
  deleted(
    db,
    sql`delete from outbox_message where id in (
      select id from outbox_message where market_id = ${marketId} and created_at < ${toTimestamp(before)}
      order by created_at, id limit ${LIMIT}
    )`,
  )

export const deleteSignInsBefore: ForgetOfMarket = (db, before, marketId) =>
  deleted(
    db,
    sql`delete from sign_in where id in (
      select id from sign_in where market_id = ${marketId} and at < ${toTimestamp(before)} order by at limit ${LIMIT}
    )`,
  )

/** How a change of many weekly jobs went; what it changed stands in the jobs and their timelines. */
export const deleteBulkChangesBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from bulk_change where id in (
      select id from bulk_change where created_at < ${toTimestamp(before)} order by created_at limit ${LIMIT}
    )`,
  )

/** Of those that found nobody; who took one keeps it with the visit. */
export const deleteOffersBefore: ForgetOfMarket = (db, before, marketId) =>
  deleted(
    db,
    sql`delete from offer where id in (
      select id from offer where market_id = ${marketId} and sent_at < ${toTimestamp(before)}
        and state not in ('open', 'accepted')
      order by sent_at limit ${LIMIT}
    )`,
  )

/** What helpers did, as long as somebody may ask who did it. */
export const deleteShareActionsBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from share_action where id in (
      select id from share_action where at < ${toTimestamp(before)} order by at limit ${LIMIT}
    )`,
  )

/** Shares that ended; no session is as old. */
export const deleteSharesEndedBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from share where id in (
      select id from share where ended_at < ${toTimestamp(before)} order by ended_at limit ${LIMIT}
    )`,
  )

/** Who was asked for the nights of a complex and never said yes. */
export const deleteReportAddressesAskedBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from report_address where id in (
      select id from report_address where confirmed_at is null and asked_at < ${toTimestamp(before)}
      order by asked_at limit ${LIMIT}
    )`,
  )

/** A key is as good as new after a day. */
export const deleteRepliesBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from idempotent_reply where (user_id, key) in (
      select user_id, key from idempotent_reply where created_at < ${toTimestamp(before)}
      order by created_at limit ${LIMIT}
    )`,
  )

export const deleteSessionsOver: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from session where token_hash in (
      select token_hash from session where expires_at < ${toTimestamp(before)} order by expires_at limit ${LIMIT}
    )`,
  )

export const deleteTokensOver: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from one_time_token where token_hash in (
      select token_hash from one_time_token where expires_at < ${toTimestamp(before)}
      order by expires_at limit ${LIMIT}
    )`,
  )

export const deleteGoLinksOver: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from go_link where code in (
      select code from go_link where expires_at < ${toTimestamp(before)} order by expires_at limit ${LIMIT}
    )`,
  )

/** What the provider said is asked of it again where it matters; its number keeps it from counting twice until then. */
export const deleteProviderEventsBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from provider_event where id in (
      select id from provider_event where received_at < ${toTimestamp(before)} order by received_at limit ${LIMIT}
    )`,
  )

/** What a platform said is said again within hours at most. */
export const deleteFeedEventsBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from hospitable_event where id in (
      select id from hospitable_event where received_at < ${toTimestamp(before)} order by received_at limit ${LIMIT}
    )`,
  )

/** Codes by which accounts were joined, so that none is used twice; each is good for minutes. */
export const deleteFeedCodesBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from hospitable_code where code_hash in (
      select code_hash from hospitable_code where taken_at < ${toTimestamp(before)} order by taken_at limit ${LIMIT}
    )`,
  )

export const deleteRatingRequestsBefore: Forget = (db, before) =>
  deleted(
    db,
    sql`delete from rating_request where visit_id in (
      select visit_id from rating_request where asked_at < ${toTimestamp(before)} order by asked_at limit ${LIMIT}
    )`,
  )

async function deleted(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await statement.execute(db)
  return Number(numAffectedRows)
}
