import { dateAt, type Instant } from '#domain/time.ts'

export type CardOnFile = {
  readonly brand: string
  readonly last4: string
  /** Null for a bank account. */
  readonly expiresMonth: number | null
  readonly expiresYear: number | null
  readonly isExpired: boolean
}

export function readCard(
  row: { brand: string; last4: string; expires_month: number | null; expires_year: number | null },
  now: Instant,
  zone: string,
): CardOnFile {
  const month = dateAt(now, zone).slice(0, 7)
  const lastMonth = `${row.expires_year}-${String(row.expires_month).padStart(2, '0')}`
  return {
    brand: row.brand,
    last4: row.last4,
    expiresMonth: row.expires_month,
    expiresYear: row.expires_year,
    isExpired: row.expires_year !== null && month > lastMonth,
  }
}
