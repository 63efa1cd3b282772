import type { complexes } from '#contract/complexes.ts'
import type { Handlers } from '../http/handler.ts'
import { addComplex } from './add-complex.ts'
import { addException } from './add-exception.ts'
import { addViolation } from './add-violation.ts'
import { checkBuilding } from './check-building.ts'
import { canWalk } from './check-night.ts'
import { readComplex } from './read-complex.ts'
import { crewComplex, openComplexes } from './read-open-complexes.ts'
import { readRound } from './read-round.ts'
import { removeBuilding } from './remove-building.ts'
import { removeComplex } from './remove-complex.ts'
import { removeException } from './remove-exception.ts'
import { removeComplexGroup } from './remove-group.ts'
import { renameComplexGroup } from './rename-group.ts'
import { saveBuilding } from './save-building.ts'
import { updateComplex } from './update-complex.ts'
import { writeNightReport } from './write-night-report.ts'

const ok = { ok: true } as const

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
    writeNightReport(app, scope, query.visitId, locale),

  'POST /api/get-open-complexes': ({ app, scope }) => openComplexes(app, scope),
  'GET /api/crew-complex': ({ app, scope, query }) => crewComplex(app, scope, query.id),
  'GET /api/night-round': async ({ app, scope, query }) => {
    const { night, round, hasCheckpoints } = await readRound(app, scope, query.visitId)
    return { ...round, instructions: night.instructions, canWork: canWalk(app, night), hasCheckpoints }
  },
  'POST /api/check-building': ({ app, scope, body }) => checkBuilding(app, scope, body),
  'POST /api/add-violation': ({ app, scope, body }) => addViolation(app, scope, body),
}
