import type { numbersContract } from '#contract/numbers.ts'
import { toId, type VisitId } from '#domain/ids.ts'
import type { Handlers } from '../http/handler.ts'
import { exportNumbers } from './export-numbers.ts'
import { listNumberVisits } from './number-queries.ts'
import { lengthOf, readNumbers } from './read-numbers.ts'

export const numbersHandlers: Handlers<typeof numbersContract> = {
  'GET /api/numbers': ({ app, scope, query }) => readNumbers(app.db, scope, query),
  'GET /api/numbers-csv': ({ app, scope, query }) => exportNumbers(app.db, scope, query),
  'GET /api/number-visits': async ({ app, scope, query }) => {
    lengthOf(query)
    const { rows, nextCursor } = await listNumberVisits(app.db, scope, query)
    return {
      visits: rows.map((row) => ({
        id: toId<VisitId>(row.id),
        date: row.date,
        nameEn: row.service_en,
        nameEs: row.service_es,
        customerName: row.customer_name,
        crewName: row.crew_name,
        state: row.state,
        priceCents: row.price_cents,
      })),
      nextCursor,
    }
  },
}
