import type { go } from '#contract/go.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import type { Handlers } from '../http/handler.ts'
import { Refused } from '../refused.ts'
import { goLink, type WantedLink } from './links.ts'
import { openGoLink } from './open.ts'

export const goHandlers: Handlers<typeof go> = {
  'POST /api/open-go-link': ({ app, scope, body }) => openGoLink(app, scope, body.goId),
  'POST /api/make-share-link': ({ app, scope, now }) =>
    answer(app, { purpose: 'share', subjectId: scope.userId, userId: scope.userId, now }),
  'POST /api/make-door-link': async ({ app, scope, body, now }) => {
    const crewId = await crewOf(app, scope.userId, body.visitId)
    return answer(app, { purpose: 'visit', subjectId: body.visitId, userId: crewId, now })
  },
}

async function answer(app: App, wanted: WantedLink) {
  const { code, expiresAt } = await goLink(app.db, wanted)
  return { goId: code, url: `${app.config.http.origin}/go/${code}`, expiresAt }
}

async function crewOf(app: App, customerId: UserId, visitId: VisitId): Promise<UserId> {
  const visit = await app.db
    .selectFrom('visit')
    .where('id', '=', visitId)
    .where('customer_id', '=', customerId)
    .select('crew_id')
    .executeTakeFirst()
  if (visit === undefined) throw new Refused('not_found')
  if (visit.crew_id === null) throw new Refused('no_crew')
  return visit.crew_id
}
