/**
 * The English words. `shell`, `ui` and `session` are part of the first download; the other areas come with the
 * screens that use them (see areas.ts). One file an area: `text/en/<area>.ts` and `text/es/<area>.ts`.
 */

import type { assignments } from './en/assignments.ts'
import type { complexes } from './en/complexes.ts'
import type { crew } from './en/crew.ts'
import type { customer } from './en/customer.ts'
import type { device } from './en/device.ts'
import type { diagnostics } from './en/diagnostics.ts'
import type { feedback } from './en/feedback.ts'
import type { lateReports } from './en/late-reports.ts'
import type { money } from './en/money.ts'
import type { notices } from './en/notices.ts'
import type { offers } from './en/offers.ts'
import type { offline } from './en/offline.ts'
import type { onboarding } from './en/onboarding.ts'
import type { ondemand } from './en/ondemand.ts'
import type { operator } from './en/operator.ts'
import type { places } from './en/places.ts'
import type { schedule } from './en/schedule.ts'
import { session } from './en/session.ts'
import { shell } from './en/shell.ts'
import type { today } from './en/today.ts'
import { ui } from './en/ui.ts'

/** What the first screen needs. */
export const core = { session, shell, ui }

/** Areas loaded together with their screens. */
export type AreaText = {
  offers: typeof offers
  ondemand: typeof ondemand
  onboarding: typeof onboarding
  complexes: typeof complexes
  customer: typeof customer
  device: typeof device
  diagnostics: typeof diagnostics
  crew: typeof crew
  assignments: typeof assignments
  feedback: typeof feedback
  lateReports: typeof lateReports
  money: typeof money
  notices: typeof notices
  offline: typeof offline
  operator: typeof operator
  places: typeof places
  schedule: typeof schedule
  today: typeof today
}
export type Text = typeof core & AreaText
export type Area = keyof AreaText
