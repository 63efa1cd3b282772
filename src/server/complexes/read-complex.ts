import { perUnitMonth } from '#domain/complexes/cost.ts'
import type { ComplexId } from '#domain/ids.ts'
import { dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { termsOf } from '../invoices/terms-queries.ts'
import { readJobs } from '../jobs/read-jobs.ts'
import type { CustomerScope } from '../scope.ts'
import { buildingsOf } from './building-queries.ts'
import { exceptionsFrom } from './exception-queries.ts'
import { nightsOf } from './night-queries.ts'
import { findComplex } from './queries.ts'

const NIGHTS_LISTED = 100

export async function readComplex(app: App, scope: CustomerScope, complexId: ComplexId) {
  const complex = await findComplex(app.db, scope, complexId)
  const today = dateAt(app.ports.clock.now(), complex.time_zone)
  const propertyId = complex.property_id
  const [buildings, exceptions, comingNights, pastNights, { jobs }, terms] = await Promise.all([
    buildingsOf(app.db, complexId),
    exceptionsFrom(app.db, complexId, today),
    nightsOf(app.db, propertyId, today, 'coming'),
    nightsOf(app.db, propertyId, today, 'past'),
    readJobs(app, scope, { propertyId, states: ['active', 'paused'], limit: NIGHTS_LISTED }),
    termsOf(app.db, [scope.userId]),
  ])
  const weeks = jobs.filter((job) => job.state === 'active').map((job) => job.perWeekCents)
  const known = weeks.filter((week) => week !== null)
  const usualPoNumber = terms.get(scope.userId)?.poNumber
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
    invoicing: usualPoNumber === undefined ? null : { poNumber: complex.po_number, usualPoNumber },
  }
}
