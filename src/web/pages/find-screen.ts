/** Which screen stands at an address, for whom. */

import type { AreaScreens, ScreenLoader, ScreenRead } from '#web/screen.ts'
import { assignmentsScreens } from '#web/screens/assignments/screens.ts'
import { complexesScreens } from '#web/screens/complexes/screens.ts'
import { crewScreens } from '#web/screens/crew/screens.ts'
import { customerScreens } from '#web/screens/customer/screens.ts'
import { devScreens } from '#web/screens/dev/screens.ts'
import { diagnosticsScreens } from '#web/screens/diagnostics/screens.ts'
import { goScreens } from '#web/screens/go/screens.ts'
import { moneyScreens } from '#web/screens/money/screens.ts'
import { noticesScreens } from '#web/screens/notices/screens.ts'
import { offersScreens } from '#web/screens/offers/screens.ts'
import { onboardingScreens } from '#web/screens/onboarding/screens.ts'
import { ondemandScreens } from '#web/screens/ondemand/screens.ts'
import { openWorkScreens } from '#web/screens/open-work/screens.ts'
import { operatorScreens } from '#web/screens/operator/screens.ts'
import { partnerScreens } from '#web/screens/partners/screens.ts'
import { placesScreens } from '#web/screens/places/screens.ts'
import { scheduleScreens } from '#web/screens/schedule/screens.ts'
import { sessionScreens } from '#web/screens/session/screens.ts'
import { type UrlKey, type UserType, urlOf } from '#web/urls.ts'

export type FoundScreen = {
  name: string
  load: ScreenLoader
  area: AreaScreens
  reads: readonly ScreenRead[]
}

const ownAreas: Record<UserType, readonly AreaScreens[]> = {
  Customer: [customerScreens],
  Crew: [crewScreens, openWorkScreens, offersScreens, assignmentsScreens],
  Operator: [operatorScreens, scheduleScreens],
}
const everyone = [
  sessionScreens,
  ondemandScreens,
  onboardingScreens,
  placesScreens,
  complexesScreens,
  moneyScreens,
  partnerScreens,
  goScreens,
  noticesScreens,
  devScreens,
  diagnosticsScreens,
]

/**
 * The screen of a key for a type of user: first of their own area, then of those for everyone; on public pages any
 * area may serve somebody who is not signed in, or whose own area has none.
 */
export function findScreen(key: UrlKey, type: UserType | undefined): FoundScreen | undefined {
  const candidates = [...(type ? ownAreas[type] : []), ...everyone]
  if (urlOf(key).access === 'public') candidates.push(...ownAreas.Customer, ...ownAreas.Crew)
  const area = candidates.find((candidate) => candidate.screens[key])
  const load = area?.screens[key]
  if (!area || !load) return undefined
  return { name: `${type ?? ''}:${key}`, load, area, reads: area.reads?.[key] ?? [] }
}

/** Operators have no home of their own: `/` shows them the board. */
export function findHome(key: UrlKey, type: UserType | undefined): FoundScreen | undefined {
  return key === 'home' && type === 'Operator' ? findScreen('operator', type) : undefined
}

/** Whether this type of user may see the page; the server decides about its data by itself. */
export function mayVisit(key: UrlKey, type: UserType | undefined): boolean {
  const { access } = urlOf(key)
  if (access === 'public') return true
  if (access === 'any') return type !== undefined
  return type?.toLowerCase() === access
}
