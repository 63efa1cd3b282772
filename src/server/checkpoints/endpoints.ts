import type { checkpoints } from '#contract/checkpoints.ts'
import type { Handlers } from '../http/handler.ts'
import { makeCheckpoints } from './make-checkpoints.ts'
import { readCheckpoints } from './read-checkpoints.ts'
import { recordPass } from './record-pass.ts'
import { replaceCode } from './replace-code.ts'
import { writeCheckpointsPdf } from './write-checkpoints-pdf.ts'

export const checkpointsHandlers: Handlers<typeof checkpoints> = {
  'GET /api/checkpoints': ({ app, scope, query }) => readCheckpoints(app, scope, query.complexId),
  'POST /api/make-checkpoints': ({ app, scope, body }) => makeCheckpoints(app, scope, body.complexId),
  'POST /api/renew-checkpoint': async ({ app, scope, body }) => {
    await replaceCode(app, scope, body.buildingId)
    return { ok: true } as const
  },
  'GET /api/checkpoints-pdf': ({ app, scope, query, locale }) =>
    writeCheckpointsPdf(app, scope, query, locale),
  'POST /api/pass-checkpoint': ({ app, scope, body }) => recordPass(app, scope, body),
}
