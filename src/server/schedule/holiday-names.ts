import type { Db } from '../db/client.ts'

export type HolidayName = { readonly en: string; readonly es: string }

/** By key; calendars that share a key share the holiday. */
export async function holidayNames(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, HolidayName>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('holiday_rule')
    .where('key', 'in', [...keys])
    .select(['key', 'name_en as en', 'name_es as es'])
    .execute()
  return new Map(rows.map((row) => [row.key, { en: row.en, es: row.es }]))
}
