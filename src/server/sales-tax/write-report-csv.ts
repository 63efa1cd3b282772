/** The report of a period as a table: a row per service and rate, and one with the sums that are filed. */
import type { Cents } from '#domain/money.ts'
import { TAX_PARTS } from '#domain/settings/tax-rates.ts'
import { type CsvCell, csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { Report, ReportLine } from './read-report.ts'

const COLUMNS = [
  'period_start',
  'period_end',
  'service',
  'rate_percent',
  'taxable_sales',
  'exempt_sales',
  'untaxed_sales',
  'tax_collected',
  'tax_refunded',
  ...TAX_PARTS.map((part) => `${part}_tax`),
  'undivided_tax',
]

export function writeReportCsv(report: Report, marketId: string): FileReply {
  const { from, to, lines } = report
  const rows = lines.map((line) => [from, to, line.serviceKey, rateOf(line), ...amounts(line)])
  const due = ['opening', 'paid_within', 'due', 'to_pay'] as const
  const dues = [report.openingCents, report.paidWithinCents, report.dueCents, report.toPayCents]
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `sales-tax-${marketId}-${report.period}.csv`,
    content: [
      COLUMNS,
      ...rows,
      [from, to, 'total', '', ...amounts(report)],
      ...due.map((name, index) => [from, to, name, '', figure(dues[index]!)]),
    ]
      .map((cells) => csvRow(cells))
      .join(''),
  }
}

function rateOf({ rates }: ReportLine): CsvCell {
  if (rates === null) return ''
  return { figure: (TAX_PARTS.reduce((sum, part) => sum + rates[part], 0) / 100).toFixed(2) }
}

function amounts(sums: Omit<ReportLine, 'serviceKey' | 'serviceName' | 'rates'>): CsvCell[] {
  const { taxableCents, exemptCents, untaxedCents, collectedCents, refundedCents, parts, undividedCents } =
    sums
  return [
    taxableCents,
    exemptCents,
    untaxedCents,
    collectedCents,
    refundedCents,
    ...TAX_PARTS.map((part) => parts[part]),
    undividedCents,
  ].map(figure)
}

/** As spreadsheets read numbers. */
function figure(amount: Cents): CsvCell {
  return { figure: (amount / 100).toFixed(2) }
}
