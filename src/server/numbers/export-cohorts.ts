import type { Db } from '../db/client.ts'
import { csvRow } from '../http/csv.ts'
import type { FileReply } from '../http/handler.ts'
import type { OperatorScope } from '../scope.ts'
import { readCohorts } from './read-cohorts.ts'

/** A line for each month of each cohort. */
export async function exportCohorts(db: Db, scope: OperatorScope): Promise<FileReply> {
  const { cohorts } = await readCohorts(db, scope)
  const lines = cohorts.flatMap(({ joined, customers, months }) =>
    months.map((each, index) =>
      csvRow([
        joined.slice(0, 7),
        { figure: String(customers) },
        each.month.slice(0, 7),
        { figure: String(index) },
        { figure: String(each.customers) },
        { figure: (each.revenueCents / 100).toFixed(2) },
      ]),
    ),
  )
  return {
    type: 'text/csv; charset=utf-8',
    fileName: 'crew-cohorts.csv',
    content: [
      csvRow(['first_visit_in', 'began', 'month', 'months_later', 'customers', 'revenue']),
      ...lines,
    ].join(''),
  }
}
