/** Small Excel workbooks, byte by byte: what a spreadsheet program saves, without one. */
import { crc32, deflateRawSync } from 'node:zlib'

type Cell = string | number | boolean | null | { readonly day: number }
type Entry = { readonly name: string; readonly bytes: Buffer }
type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>

/** `day` counts from 1900 as Excel does, and is shown as a date. */
export function buildWorkbook(sheets: Sheets): Buffer {
  return zip(partsOf(sheets))
}

function partsOf(sheets: Sheets): Entry[] {
  const names = Object.keys(sheets)
  const xml = (name: string, text: string): Entry => ({
    name,
    bytes: Buffer.from(`<?xml version="1.0"?>${text}`),
  })
  return [
    xml(
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    xml(
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    xml(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ),
    xml(
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    ...names.map((name, at) => xml(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name]!))),
  ]
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[], row: number) =>
    `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(line).join('')}</sheetData></worksheet>`
}

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'object') return `<c r="${at}" s="1"><v>${cell.day}</v></c>`
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

/** A workbook whose sheet is a few hundred kilobytes on the wire and this many bytes when opened. */
export function buildWorkbookBomb(bytes: number): Buffer {
  const piece = Buffer.alloc(16 * 1_048_576, ' ')
  const head = Buffer.from('<worksheet><sheetData>')
  const opened = Buffer.concat([
    head,
    ...Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece),
  ])
  const sheet: Entry = { name: 'xl/worksheets/sheet1.xml', bytes: opened }
  return zip([...partsOf({ Units: [['name']] }).filter(({ name }) => name !== sheet.name), sheet])
}

/** Deflated, as every program packs them. */
function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const packed = deflateRawSync(bytes)
    const fixed = Buffer.alloc(26)
    fixed.writeUInt16LE(20, 0)
    fixed.writeUInt16LE(8, 4)
    fixed.writeUInt32LE(crc32(bytes), 10)
    fixed.writeUInt32LE(packed.length, 14)
    fixed.writeUInt32LE(bytes.length, 18)
    fixed.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fixed, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fixed, rest, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end])
}
