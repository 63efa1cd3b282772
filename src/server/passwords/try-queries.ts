/** How often an account was tried lately, by whoever: kept by the hash of its address, of unknown ones alike. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY_MS, type Instant, instant } from '#domain/time.ts'
import { type Db, toTimestamp } from '../db/client.ts'

type Tried = {
  readonly kind:
    | 'sign_in'
    | 'confirm_password'
    | 'register'
    | 'change_email'
    | 'reset_password'
    | 'sign_in_link'
    | 'codes_at_once'
    | 'codes_of_day'
    | 'codes_of_address'
    | 'codes_of_device'
    | 'codes_texted'
    | 'passkeys_of_address'
    | 'passkeys_of_device'
    | 'second_factor'
    | 'mailbox_asked'
  /** The address of the account, or what else is counted. */
  readonly whose: string
  /** Tries of a browser that the account knows are counted apart from those of all others. */
  readonly knownDevice?: string | null
}

/** Counts first and answers how many there were with this one, so that tries at the same moment count each. */
export async function countTry(
  db: Db,
  { kind, now, windowMs, ...tried }: Tried & { readonly now: Instant; readonly windowMs: number },
): Promise<number> {
  const [at, over] = [toTimestamp(now), toTimestamp(instant(now - windowMs))]
  const { rows } = await sql<{ tries: number }>`
    insert into account_try (kind, email_hash, tries, since) values (${kind}, ${hashOf(tried)}, 1, ${at})
    on conflict (kind, email_hash) do update set
      tries = case when account_try.since <= ${over} then 1 else account_try.tries + 1 end,
      since = case when account_try.since <= ${over} then ${at} else account_try.since end
    returning tries
  `.execute(db)
  return rows[0]!.tries
}

export async function forgetTries(db: Db, { kind, ...tried }: Tried): Promise<void> {
  await db
    .deleteFrom('account_try')
    .where('kind', '=', kind)
    .where('email_hash', '=', hashOf(tried))
    .execute()
}

/** Longer ago than any window lasts. */
export async function deleteOldTries(db: Db, now: Instant): Promise<void> {
  await db
    .deleteFrom('account_try')
    .where('since', '<', toTimestamp(instant(now - 2 * DAY_MS)))
    .execute()
}

function hashOf({ whose, knownDevice }: Omit<Tried, 'kind'>): Buffer {
  const name = whose.trim().toLowerCase()
  return createHash('sha256')
    .update(knownDevice ? `${name} ${knownDevice}` : name)
    .digest()
}
