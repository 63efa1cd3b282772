/** `12.50`, `$1,200` and `12` as whole cents; null for anything else, zero included. */
export function readDollars(typed: string): number | null {
  const parts = /^\$?(\d{1,3}(?:,\d{3})*|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim())
  if (parts === null) return null
  const cents = Number(parts[1]!.replaceAll(',', '')) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  return cents === 0 ? null : cents
}
