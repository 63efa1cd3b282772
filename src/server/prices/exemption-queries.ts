/** Which certificates of exemption hold at some places: those of their customers that an operator approved. */
import { sql } from 'kysely'
import type { PropertyId, TaxExemptionId } from '#domain/ids.ts'
import type { LocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'

type Exemption = {
  readonly propertyId: PropertyId
  readonly id: TaxExemptionId
  readonly startsOn: LocalDate
  /** The last day. */
  readonly endsOn: LocalDate
}

/** By place; few customers have any. */
export type Exemptions = ReadonlyMap<PropertyId, readonly Exemption[]>

export async function exemptionsAt(db: Db, propertyIds: readonly PropertyId[]): Promise<Exemptions> {
  if (propertyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('tax_exemption as exemption')
    .innerJoin('property', 'property.customer_id', 'exemption.customer_id')
    .where('exemption.state', '=', 'approved')
    .where(sql<boolean>`property.id = any(${[...new Set(propertyIds)]}::uuid[])`)
    .orderBy('exemption.expires_on', 'desc')
    .orderBy('exemption.id')
    .select([
      'property.id as propertyId',
      'exemption.id',
      'exemption.starts_on as startsOn',
      (the) => the.fn.coalesce('exemption.ended_on', 'exemption.expires_on').as('endsOn'),
    ])
    .execute()
  return Map.groupBy(rows, ({ propertyId }) => propertyId)
}

/** The certificate in force at a place on a day. */
export function exemptionOn(
  exemptions: Exemptions,
  propertyId: PropertyId,
  date: LocalDate,
): TaxExemptionId | null {
  const own = exemptions.get(propertyId) ?? []
  return own.find(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)?.id ?? null
}
