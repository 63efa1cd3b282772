import { encodeQR } from 'qr'

/** Light modules all round, as the standard asks (ISO/IEC 18004). */
const BORDER = 4

/** A link as a QR code: one path of unit squares in a square of `size`. Dense enough to be read off a poor print. */
export function describeQrCode(link: string): { size: number; path: string } {
  const rows = encodeQR(link, 'raw', { ecc: 'medium', border: BORDER })
  const path = rows.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return { size: rows.length, path: path.join('') }
}

/** Where dark modules stand side by side, and how many. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
