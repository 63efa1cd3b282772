/** The operator's file of a year: every crew from the threshold on, with what a form says and what it lacks. */
import { Readable } from 'node:stream'
import { keysOf } from '#domain/keys.ts'
import type { Cents } from '#domain/money.ts'
import { FORM_BOXES, taxpayerStateOf } from '#domain/tax/boxes.ts'
import { CHANNELS } from '#domain/tax/channels.ts'
import { formatInstant, type Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type CsvCell, csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import { paidByMonth } from './paid-queries.ts'
import { type FormRow, formsAfter, type MarketYear, readMarketYear } from './read-forms.ts'
import { plainDollars } from './write-year-csv.ts'

const AT_ONCE = 200

/** All boxes of both forms; those of the other form stay empty. */
const BOXES = keysOf(FORM_BOXES).flatMap((form) => FORM_BOXES[form].map((box) => ({ form, box })))

const COLUMNS = [
  'crew_id',
  'name',
  'email',
  'year',
  'form',
  'total',
  ...CHANNELS,
  'payout_fees',
  'w9',
  'e_delivery',
  'state',
  'sent_at',
  'sent_total',
  'taxpayer_state',
  ...BOXES.map(({ box }) => box.name),
]

/** Read a page of crews at a time, so that a large market needs no more memory than a small one. */
export async function writeYearFile(
  db: Db,
  scope: OperatorScope,
  year: number,
  now: Instant,
): Promise<FileReply> {
  const market = await readMarketYear(db, scope.marketId, year, now)
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `tax-forms-${scope.marketId}-${year}.csv`,
    content: Readable.from(writeRows(db, market)),
  }
}

async function* writeRows(db: Db, market: MarketYear): AsyncGenerator<string> {
  yield csvRow(COLUMNS)
  let after: { readonly paidCents: number; readonly id: string } | null = null
  for (;;) {
    const rows: FormRow[] = await formsAfter(db, market, after, AT_ONCE)
    const monthsOf = await paidByMonth(
      db,
      rows.map(({ crewId }) => crewId),
      { ...market.span, zone: market.zone },
    )
    if (rows.length > 0)
      yield rows.map((form) => csvRow(cellsOf(form, market, monthsOf(form.crewId)))).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < AT_ONCE) return
    after = { paidCents: last.paidCents, id: last.crewId }
  }
}

function cellsOf(form: FormRow, { year, rule }: MarketYear, months: readonly Cents[]): CsvCell[] {
  return [
    form.crewId,
    form.crewName,
    form.email,
    `${year}`,
    rule.formType,
    { figure: plainDollars(form.paidCents) },
    ...CHANNELS.map((channel) => ({ figure: plainDollars(form.paid[channel]) })),
    { figure: plainDollars(form.feeCents) },
    form.w9 === 'complete' ? 'complete' : 'MISSING',
    form.hasConsent ? 'yes' : 'no',
    form.state,
    form.sentAt === null ? '' : formatInstant(form.sentAt),
    form.sentCents === null ? '' : plainDollars(form.sentCents),
    taxpayerStateOf(form.address),
    ...BOXES.map(({ form: of, box }) => (of === rule.formType ? boxCell(box, form, months) : '')),
  ]
}

function boxCell(
  box: (typeof BOXES)[number]['box'],
  { paidCents: grossCents, transactionCount }: FormRow,
  months: readonly Cents[],
): CsvCell {
  const figures = { grossCents, transactionCount, months }
  return { figure: 'cents' in box ? plainDollars(box.cents(figures)) : `${box.count(figures)}` }
}
