import type { system } from '#contract/system.ts'
import type { App } from '../app.ts'
import type { Handlers } from '../http/handler.ts'
import { asksNotToBeTracked } from '../http/security-headers.ts'
import { marketAt } from '../markets/queries.ts'
import { pingDatabase } from './queries.ts'

export const systemHandlers: Handlers<typeof system> = {
  'GET /api/health': async () => ({ ok: true }),
  'GET /api/ready': async ({ app }) => {
    await pingDatabase(app.db)
    return { ok: true }
  },
  'GET /api/config': async ({ app: { config, ports }, headers }) => ({
    environment: config.environment,
    isDemo: config.wantsDemo,
    supportEmail: config.supportEmail,
    pixelId: asksNotToBeTracked(headers) ? null : config.pixelId,
    map: {
      styleUrl: config.map.styleUrl,
      tilesUrl: config.map.tiles?.url ?? null,
      hasDrivenLines: config.osrmUrl !== null,
    },
    paymentsProvider: ports.payments.name,
    cardScript: cardScriptOf(ports.payments.browser),
  }),
  'POST /api/check-area': async ({ app, body }) => {
    const market = await marketAt(app.db, body)
    return { market: market?.state === 'open' ? { name: market.name } : null }
  },
}

function cardScriptOf(browser: App['ports']['payments']['browser']) {
  return browser === null ? null : { url: browser.scriptUrl, publishableKey: browser.publishableKey }
}
