/** Which columns of a file hold what, by how their cells look. */
const DEGREES = /^[+-]?\d{1,3}[.,]\d{2,20}$/
/** A house number with a street, in either order. */
const ADDRESS = /^(?:\d{1,6}\s+\p{L}|\p{L}[^\d]{2,60}\s+\d{1,6})/u

type Rows = readonly (readonly string[])[]

export function columnsOfDegrees(columnCount: number, rows: Rows): number[] {
  return columnsLike(DEGREES, columnCount, rows)
}

export function columnsOfAddresses(columnCount: number, rows: Rows): number[] {
  return columnsLike(ADDRESS, columnCount, rows)
}

/** Those of whose filled cells more than half look so. */
function columnsLike(pattern: RegExp, columnCount: number, rows: Rows): number[] {
  return Array.from({ length: columnCount }, (_, column) => column).filter((column) => {
    const cells = rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== '')
    return cells.length > 0 && cells.filter((cell) => pattern.test(cell)).length * 2 > cells.length
  })
}
