import type { goingLive } from '#contract/going-live.ts'
import type { Handlers } from '../http/handler.ts'
import { marketZone } from '../market-zone.ts'
import { checkGoingLive } from './check-going-live.ts'
import { goingLiveTexts } from './texts.ts'

export const goingLiveHandlers: Handlers<typeof goingLive> = {
  'GET /api/going-live': async ({ app, scope, now }) => {
    const texts = goingLiveTexts[scope.locale]
    const checks = await checkGoingLive(app.config, {
      db: app.db,
      diagnose: app.ports.payments.diagnose,
      now,
    })
    return {
      at: now,
      timeZone: await marketZone(app.db, scope),
      environment: app.config.environment,
      checks: checks.map(({ topic, state, detail }) => ({
        topic,
        name: texts[topic].name,
        state,
        sentence: texts[topic][state],
        detail,
      })),
    }
  },
}
