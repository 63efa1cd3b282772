import type { markets } from '#contract/markets.ts'
import type { Handlers } from '../http/handler.ts'
import { addToWaitlist } from './add-to-waitlist.ts'
import { saveLetterhead } from './save-letterhead.ts'
import { moveToMarket } from './move-to-market.ts'
import { readMarket, readMarkets } from './read-markets.ts'
import { addMarket, saveMarket } from './save-market.ts'
import { stepMarket } from './step-market.ts'

const ok = { ok: true } as const

export const marketsHandlers: Handlers<typeof markets> = {
  'GET /api/markets': ({ app, scope }) => readMarkets(app, scope),
  'GET /api/market': ({ app, scope, query }) => readMarket(app, scope, query.marketId),
  'POST /api/add-market': ({ app, scope, body }) => addMarket(app, scope, body),
  'POST /api/save-market': ({ app, scope, body }) => saveMarket(app, scope, body),
  'POST /api/save-letterhead': ({ app, scope, body }) => saveLetterhead(app, scope, body),
  'POST /api/step-market': async ({ app, scope, body }) => {
    await stepMarket(app, scope, body.marketId, body.step)
    return ok
  },
  'POST /api/use-market': async ({ app, scope, body }) => {
    await moveToMarket(app, scope, body.marketId)
    return ok
  },
  'POST /api/join-waitlist': async ({ app, body: { locale: asked, ...wish }, locale }) => {
    await addToWaitlist(app, wish, asked ?? locale)
    return ok
  },
}
