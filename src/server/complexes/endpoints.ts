import type { complexes } from '#contract/complexes.ts'
import { perUnitMonth } from '#domain/complexes/cost.ts'
import type { ComplexId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Handlers } from '../http/handler.ts'
import { readJobs } from '../jobs/read-jobs.ts'
import type { CustomerScope } from '../scope.ts'
import {
  addComplex,
  removeComplex,
  removeComplexGroup,
  renameComplexGroup,
  updateComplex,
} from './actions.ts'
import { addException, removeBuilding, removeException, saveBuilding } from './buildings.ts'
import { crewComplex, openComplexes } from './open-nights.ts'
import { buildingsOf, exceptionsFrom, findComplex, nightsOf } from './queries.ts'
import { nightReport } from './report.ts'
import { readRound } from './round.ts'
import { canWalk, checkBuilding, reportViolation } from './walk.ts'

const ok = { ok: true } as const
const NIGHTS_LISTED = 100

export const complexesHandlers: Handlers<typeof complexes> = {
  'GET /api/complex': ({ app, scope, query }) => readComplex(app, scope, query.id),
  'POST /api/add-complex': ({ app, scope, body }) => addComplex(app, scope, body),
  'POST /api/update-complex': async ({ app, scope, body }) => {
    await updateComplex(app, scope, body)
    return ok
  },
  'POST /api/remove-complex': ({ app, scope, body }) => removeComplex(app, scope, body),
  'POST /api/rename-complex-group': async ({ app, scope, body }) => {
    await renameComplexGroup(app, scope, body)
    return ok
  },
  'POST /api/remove-complex-group': async ({ app, scope, body }) => {
    await removeComplexGroup(app, scope, body.groupId)
    return ok
  },
  'POST /api/save-building': ({ app, scope, body }) => saveBuilding(app, scope, body),
  'POST /api/remove-building': async ({ app, scope, body }) => {
    await removeBuilding(app, scope, body.buildingId)
    return ok
  },
  'POST /api/add-complex-exception': ({ app, scope, body }) => addException(app, scope, body),
  'POST /api/remove-complex-exception': async ({ app, scope, body }) => {
    await removeException(app, scope, body.exceptionId)
    return ok
  },
  'GET /api/complex-night': async ({ app, scope, query }) =>
    (await readRound(app, scope, query.visitId)).round,
  'GET /api/complex-report': ({ app, scope, query, locale }) =>
    nightReport(app, scope, query.visitId, locale),

  'POST /api/get-open-complexes': ({ app, scope }) => openComplexes(app, scope),
  'GET /api/crew-complex': ({ app, scope, query }) => crewComplex(app, scope, query.id),
  'GET /api/night-round': async ({ app, scope, query }) => {
    const { night, round } = await readRound(app, scope, query.visitId)
    return { ...round, instructions: night.instructions, canWork: canWalk(app, night) }
  },
  'POST /api/check-building': ({ app, scope, body }) => checkBuilding(app, scope, body),
  'POST /api/add-violation': ({ app, scope, body }) => reportViolation(app, scope, body),
}

async function readComplex(app: App, scope: CustomerScope, complexId: ComplexId) {
  const complex = await findComplex(app.db, scope, complexId)
  const today = dateAt(app.ports.clock.now(), complex.time_zone)
  const propertyId = complex.property_id
  const [buildings, exceptions, comingNights, pastNights, { jobs }] = await Promise.all([
    buildingsOf(app.db, complexId),
    exceptionsFrom(app.db, complexId, today),
    nightsOf(app.db, propertyId, today, 'coming'),
    nightsOf(app.db, propertyId, today, 'past'),
    readJobs(app, scope, { propertyId, states: ['active', 'paused'], limit: NIGHTS_LISTED }),
  ])
  const weeks = jobs.filter((job) => job.state === 'active').map((job) => job.perWeekCents)
  const known = weeks.filter((week) => week !== null)
  return {
    id: complex.id,
    propertyId,
    name: complex.name,
    address: complex.address,
    lat: complex.lat,
    lng: complex.lng,
    timeZone: complex.time_zone,
    units: complex.units,
    instructions: complex.instructions,
    groupId: complex.complex_group_id,
    groupName: complex.group_name,
    buildings,
    nights: jobs.map((job) => ({ ...job, weeklyJobId: job.id })),
    perUnitMonthCents: known.length === 0 ? null : perUnitMonth(known, complex.units),
    exceptions,
    comingNights,
    pastNights,
  }
}
