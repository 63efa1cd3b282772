import { sql } from 'kysely'
import type { system } from '#contract/system.ts'
import type { Handlers } from '../http/handler.ts'

export const systemHandlers: Handlers<typeof system> = {
  'GET /api/health': async () => ({ ok: true }),
  'GET /api/ready': async ({ app }) => {
    await sql`select 1`.execute(app.db)
    return { ok: true }
  },
  'GET /api/config': async ({ app: { config, ports } }) => ({
    environment: config.environment,
    isDemo: config.wantsDemo,
    supportEmail: config.supportEmail,
    pixelId: config.pixelId,
    mapStyleUrl: config.mapStyleUrl,
    paymentsProvider: ports.payments.name,
  }),
}
