/** One row of a partner's statement becomes a line that a crew may earn, or is refused with every reason there is. */

import { normalisePhone } from '../accounts/phone.ts'
import { cellText, isPlainText } from '../accounts/shown-text.ts'
import type { Cents } from '../money.ts'
import { isRefusal } from '../refusals.ts'
import type { LocalDate } from '../time.ts'
import { type AmountFault, readAmount } from './amount.ts'
import { PARTNER_FIELDS, type PartnerField, type PartnerMapping } from './columns.ts'
import { type Period, type PeriodFault, readPeriod } from './period.ts'

export type LineFaultReason =
  | AmountFault
  | PeriodFault
  | 'row_unreadable'
  | 'text_unreadable'
  | 'text_too_long'
  | 'line_id_missing'
  | 'amount_missing'
  | 'crew_missing'
  | 'email_unreadable'
  | 'phone_unreadable'
  | 'stops_unreadable'
  | 'line_repeated'
  | 'line_changed'

export type LineFault = {
  /** As a spreadsheet counts: the header is row 1. */
  readonly rowNumber: number
  /** Null where the whole row is meant. */
  readonly field: PartnerField | null
  readonly reason: LineFaultReason
  /** What stands there, cut. */
  readonly value: string
}

/** By what a partner says who did the work; at least one is there. */
export type PartnerIdentity = {
  readonly partnerCrewId: string | null
  readonly email: string | null
  readonly phone: string | null
}

export type PartnerLine = PartnerIdentity & {
  readonly rowNumber: number
  readonly period: Period
  readonly lineId: string
  /** One identity of the crew as one text: the surest that the line has. */
  readonly crewRef: string
  readonly crewName: string | null
  readonly stops: number | null
  readonly amountCents: Cents
}

/** A record of the file: its number in a spreadsheet, and its cells; null where it cannot be read. */
export type StatementRow = { readonly number: number; readonly cells: readonly string[] | null }

const LONGEST_TEXT = 200
const LONGEST_VALUE = 40
const MOST_STOPS = 10_000
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Every line that can be taken and every fault of the others, in the order of the file. */
export function readLines(
  rows: readonly StatementRow[],
  mapping: PartnerMapping,
  today: LocalDate,
): { readonly lines: readonly PartnerLine[]; readonly faults: readonly LineFault[] } {
  const lines: PartnerLine[] = []
  const faults: LineFault[] = []
  const first = new Map<string, number>()
  for (const row of rows) {
    const read = readLine(row, mapping, today)
    if ('faults' in read) {
      faults.push(...read.faults)
      continue
    }
    const { line } = read
    const before = first.get(lineKey(line))
    if (before === undefined) {
      first.set(lineKey(line), line.rowNumber)
      lines.push(line)
    } else {
      const value = String(before)
      faults.push({ rowNumber: line.rowNumber, field: 'lineId', reason: 'line_repeated', value })
    }
  }
  return { lines, faults }
}

/** The same line in another file has the same: period, crew, the partner's id of the line. */
function lineKey({ period, crewRef, lineId }: Pick<PartnerLine, 'period' | 'crewRef' | 'lineId'>): string {
  return JSON.stringify([period.start, period.end, crewRef, lineId])
}

function readLine(
  { number, cells }: StatementRow,
  mapping: PartnerMapping,
  today: LocalDate,
): { readonly line: PartnerLine } | { readonly faults: readonly LineFault[] } {
  const faults: LineFault[] = []
  const add = (field: PartnerField | null, reason: LineFaultReason, value = '') =>
    faults.push({ rowNumber: number, field, reason, value: [...value].slice(0, LONGEST_VALUE).join('') })
  if (cells === null) {
    add(null, 'row_unreadable')
    return { faults }
  }
  const cell = (field: PartnerField) => cellText(cells[mapping[field] ?? -1])
  for (const field of PARTNER_FIELDS) {
    const text = cell(field)
    if (!isPlainText(text)) add(field, 'text_unreadable')
    else if ([...text].length > LONGEST_TEXT) add(field, 'text_too_long', text)
  }
  if (faults.length > 0) return { faults }

  const period = readPeriod(cell('periodStart'), cell('periodEnd'), today)
  if ('fault' in period) add(period.field, period.fault, cell(period.field) || cell('periodStart'))
  const lineId = cell('lineId')
  if (lineId === '') add('lineId', 'line_id_missing')
  const identity = readIdentity(cell, add)
  const stops = cell('stops')
  const stopCount = stops === '' ? null : readStops(stops)
  if (stopCount === undefined) add('stops', 'stops_unreadable', stops)
  const amount = cell('amount') === '' ? { fault: 'amount_missing' as const } : readAmount(cell('amount'))
  if ('fault' in amount) add('amount', amount.fault, cell('amount'))

  if (faults.length > 0 || 'fault' in period || 'fault' in amount || stopCount === undefined)
    return { faults }
  const line = {
    rowNumber: number,
    period: period.period,
    lineId,
    ...identity,
    crewRef: crewRefOf(identity),
    crewName: cell('crewName') || null,
    stops: stopCount,
    amountCents: amount.amountCents,
  }
  return { line }
}

type Add = (field: PartnerField | null, reason: LineFaultReason, value?: string) => void

function readIdentity(cell: (field: PartnerField) => string, add: Add): PartnerIdentity {
  const [partnerCrewId, email, phone] = [cell('crewId'), cell('email'), cell('phone')]
  if (partnerCrewId === '' && email === '' && phone === '') add('crewId', 'crew_missing')
  if (email !== '' && !EMAIL.test(email)) add('email', 'email_unreadable', email)
  const number = phone === '' ? null : normalisePhone(phone)
  if (number !== null && isRefusal(number)) add('phone', 'phone_unreadable', phone)
  return {
    partnerCrewId: partnerCrewId === '' ? null : partnerCrewId.toUpperCase(),
    email: email === '' ? null : email.toLowerCase(),
    phone: number === null || isRefusal(number) ? null : number.phone,
  }
}

function crewRefOf({ partnerCrewId, email, phone }: PartnerIdentity): string {
  if (partnerCrewId !== null) return `id:${partnerCrewId}`
  return email === null ? `phone:${phone ?? ''}` : `email:${email}`
}

/** Undefined where it is no number of stops. */
function readStops(text: string): number | undefined {
  const digits = text.replace(/\.0+$/, '')
  return /^\d{1,5}$/.test(digits) && Number(digits) <= MOST_STOPS ? Number(digits) : undefined
}
