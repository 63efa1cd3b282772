import { dateAt, type Instant } from '#domain/time.ts'

export type CardOnFile = {
  readonly kind: 'card' | 'bank_account'
  readonly brand: string
  readonly last4: string
  /** Null for a bank account. */
  readonly expiresMonth: number | null
  readonly expiresYear: number | null
  readonly isExpired: boolean
}

type Row = {
  readonly kind: CardOnFile['kind']
  readonly brand: string
  readonly last4: string
  readonly expires_month: number | null
  readonly expires_year: number | null
}

export function readCard(row: Row, now: Instant, zone: string): CardOnFile {
  const month = dateAt(now, zone).slice(0, 7)
  const lastMonth = `${row.expires_year}-${String(row.expires_month).padStart(2, '0')}`
  return {
    kind: row.kind,
    brand: row.brand,
    last4: row.last4,
    expiresMonth: row.expires_month,
    expiresYear: row.expires_year,
    isExpired: row.expires_year !== null && month > lastMonth,
  }
}
