/** Text, or a figure of ours: only text could be what somebody typed for a spreadsheet to run. */
export type CsvCell = string | { readonly figure: string }

/** One line of a CSV file (RFC 4180). Text that a spreadsheet would run as a formula is shown instead (threats I5). */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell.figure
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
