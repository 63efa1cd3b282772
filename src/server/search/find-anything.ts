import { paperNumberOf } from '#domain/billing/invoices.ts'
import { paperNumber } from '#domain/billing/receipt.ts'
import type { App } from '../app.ts'
import type { OperatorScope } from '../scope.ts'
import {
  type FoundRow,
  findByIds,
  findByNumber,
  findEntries,
  findInvoice,
  listMarks,
  type NumberedRow,
} from './search-queries.ts'

/** An id or its first eight signs, as receipts show them: `1F3A-09BC`. */
const NUMBER = /^[0-9a-f]{4}-?[0-9a-f]{4}(?:-[0-9a-f]{4}){0,3}(?:-[0-9a-f]{1,12})?$/i
/** As it is printed: `DENVER-2026-00012`, or without the city. */
const INVOICE = /^(?:[a-z]+-)?(20\d\d)-0*(\d{1,6})$/i
const MOST_PINNED = 20
/** Digits as phones are written, enough to mean one. */
const PHONE = /^[\s()+.-]*(?:\d[\s()+.-]*){4,15}$/

/** What may be meant is looked for in every way at once; what a number names stands first. */
export async function findAnything(app: App, scope: OperatorScope, text: string) {
  if (text === '') return { found: [] }
  const digits = PHONE.test(text) ? text.replace(/\D/g, '') : null
  const invoice = INVOICE.exec(text)
  const [invoices, numbered, named] = await Promise.all([
    invoice === null
      ? []
      : findInvoice(app.db, scope, { year: Number(invoice[1]), number: Number(invoice[2]) }),
    NUMBER.test(text) ? findByNumber(app.db, scope, idsFrom(text)) : [],
    findEntries(app.db, scope, { text, digits }),
  ])
  const papers = [...invoices, ...numbered].map((row) => withTitle(row, scope))
  const rows = new Map([...papers, ...named].map((row) => [`${row.kind}:${row.id}`, row]))
  return { found: [...rows.values()].slice(0, 30).map(toFound) }
}

/** The first and the last id that begin with these signs. */
export function idsFrom(signs: string): { from: string; to: string } {
  const hex = signs.replaceAll('-', '').toLowerCase()
  const [from, to] = ['0', 'f'].map((rest) => {
    const whole = hex.padEnd(32, rest)
    return [8, 12, 16, 20, 32].map((end, at) => whole.slice([0, 8, 12, 16, 20][at], end)).join('-')
  })
  return { from: from!, to: to! }
}

/** The pinned by their names, then what was opened last. What is gone, or is of another city, is left out. */
export async function readMarks({ db }: App, scope: OperatorScope) {
  const marks = await listMarks(db, scope)
  const rows = await findByIds(
    db,
    scope,
    marks.map((mark) => mark.subject_id),
  )
  const byId = new Map<string, FoundRow>(rows.map((row) => [row.id, withTitle(row, scope)]))
  const shown = (isPinned: boolean) =>
    marks.flatMap((mark) => {
      const row = mark.is_pinned === isPinned ? byId.get(mark.subject_id) : undefined
      return row === undefined ? [] : [toFound(row)]
    })
  const pinned = shown(true).toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
  return { pinned: pinned.slice(0, MOST_PINNED), recent: shown(false) }
}

const withTitle = (row: NumberedRow, scope: OperatorScope) => ({ ...row, title: titleOf(row, scope) })

/** As its paper is called. */
function titleOf({ kind, id, title, year, number }: NumberedRow, { marketId }: OperatorScope): string {
  if (kind === 'payment' || kind === 'payout') return paperNumber(id)
  if (kind !== 'invoice' || year === null || number === null) return title
  return paperNumberOf('invoice', { marketId, year, number })
}

function toFound(row: FoundRow) {
  return {
    kind: row.kind,
    id: row.id,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    title: row.title,
    detail: row.detail,
    isRemoved: row.is_removed,
  }
}
