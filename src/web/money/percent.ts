/** `2.9`, `0.25 %` and `12` in basis points; null for anything else. */
export function readPercent(typed: string): number | null {
  const parts = /^(\d{1,3})(?:\.(\d{1,2}))?\s?%?$/.exec(typed.trim())
  if (parts === null) return null
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
}
