/** Who we are on the papers of a market: as it held on a paper's day, with how to reach us today. */
import type { Letterhead } from '#domain/billing/letterhead.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { type Db, toTimestamp } from '../db/client.ts'

export type LegalFacts = Pick<Letterhead, 'legalName' | 'postalAddress' | 'taxNumber'>

const NO_FACTS: LegalFacts = { legalName: '', postalAddress: '', taxNumber: '' }

/** A paper from before the first version bears that one. */
export async function letterheadOf(
  { db, config }: Pick<App, 'db' | 'config'>,
  marketId: string,
  day: Instant,
): Promise<Letterhead> {
  const market = await db
    .selectFrom('market')
    .where('id', '=', marketId)
    .select(['support_email', 'support_phone'])
    .executeTakeFirst()
  const version =
    (await versions(db, marketId).where('saved_at', '<=', toTimestamp(day)).executeTakeFirst()) ??
    (await versions(db, marketId, 'asc').executeTakeFirst())
  return {
    ...factsOf(version),
    supportEmail: market?.support_email ?? config.supportEmail,
    supportPhone: market?.support_phone ?? '',
  }
}

/** With its number, so that nobody writes over what somebody else wrote meanwhile; 0 where there is none. */
export async function newestLetterhead(db: Db, marketId: string): Promise<LegalFacts & { version: number }> {
  const row = await versions(db, marketId).executeTakeFirst()
  return { ...factsOf(row), version: row?.version ?? 0 }
}

export async function insertLetterhead(
  db: Db,
  { marketId, version, savedBy, now, ...facts }: NewLetterhead,
): Promise<void> {
  await db
    .insertInto('letterhead')
    .values({
      market_id: marketId,
      version,
      legal_name: facts.legalName,
      postal_address: facts.postalAddress,
      tax_number: facts.taxNumber,
      saved_by: savedBy,
      saved_at: toTimestamp(now),
    })
    .execute()
}

type NewLetterhead = LegalFacts & {
  readonly marketId: string
  readonly version: number
  readonly savedBy: UserId
  readonly now: Instant
}

function versions(db: Db, marketId: string, order: 'asc' | 'desc' = 'desc') {
  return db
    .selectFrom('letterhead')
    .where('market_id', '=', marketId)
    .orderBy('version', order)
    .limit(1)
    .select(['version', 'legal_name', 'postal_address', 'tax_number'])
}

function factsOf(row: Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirst']>>): LegalFacts {
  if (row === undefined) return NO_FACTS
  return { legalName: row.legal_name, postalAddress: row.postal_address, taxNumber: row.tax_number }
}
