import type { numbersContract } from '#contract/numbers.ts'
import type { Handlers } from '../http/handler.ts'
import { exportCities } from './export-cities.ts'
import { exportCohortRows } from './export-cohort-rows.ts'
import { exportCohorts } from './export-cohorts.ts'
import { exportNumbers } from './export-numbers.ts'
import { exportRows } from './export-rows.ts'
import { readCities } from './read-cities.ts'
import { readCohortRows, readCohorts } from './read-cohorts.ts'
import { readNumbers } from './read-numbers.ts'
import { readRows } from './read-rows.ts'

const PAGE = 50

export const numbersHandlers: Handlers<typeof numbersContract> = {
  'GET /api/numbers': ({ app, scope, query }) => readNumbers(app.db, scope, query),
  'GET /api/numbers-csv': ({ app, scope, query }) => exportNumbers(app.db, scope, query),
  'GET /api/numbers-by-city': ({ app, scope, query }) => readCities(app.db, scope, query),
  'GET /api/numbers-by-city-csv': ({ app, scope, query }) => exportCities(app.db, scope, query),
  'GET /api/cohorts': ({ app, scope }) => readCohorts(app.db, scope),
  'GET /api/cohorts-csv': ({ app, scope }) => exportCohorts(app.db, scope),
  'GET /api/cohort-rows': ({ app, scope, query }) => readCohortRows(app.db, scope, query, PAGE),
  'GET /api/cohort-rows-csv': ({ app, scope, query }) => exportCohortRows(app.db, scope, query),
  'GET /api/number-rows': ({ app, scope, query }) => readRows(app.db, scope, query, PAGE),
  'GET /api/number-rows-csv': ({ app, scope, query }) => exportRows(app.db, scope, query),
}
