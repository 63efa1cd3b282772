import type { Capability } from '#domain/staff/roles.ts'
import { needsSecondFactor } from '#domain/staff/second-factor.ts'
import type { App } from '../app.ts'
import type { Session } from './session.ts'

/**
 * Owners and finance give a second factor before they change money, prices, settings, the system or the staff. In the demo
 * city, whose password everybody knows, only those are asked who have set one up.
 */
export function lacksSecondFactor(app: App, session: Session, capability: Capability): boolean {
  if (session.hasSecondFactor) return false
  if (app.config.wantsDemo && !session.hasSetUpSecondFactor) return false
  return needsSecondFactor(session.staffRole, capability)
}
