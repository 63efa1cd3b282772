/** Which screen stands at an address, for whom. */

import type { AreaScreens, ScreenLoader, ScreenRead } from '#web/screen.ts'
import { assignmentsScreens } from '#web/screens/assignments/screens.ts'
import { commissionScreens } from '#web/screens/commissions/screens.ts'
import { complexesScreens } from '#web/screens/complexes/screens.ts'
import { crewScreens } from '#web/screens/crew/screens.ts'
import { customerScreens } from '#web/screens/customer/screens.ts'
import { devScreens } from '#web/screens/dev/screens.ts'
import { diagnosticsScreens } from '#web/screens/diagnostics/screens.ts'
import { frontDoorScreens } from '#web/screens/front-door/screens.ts'
import { goScreens } from '#web/screens/go/screens.ts'
import { moneyScreens } from '#web/screens/money/screens.ts'
import { noticesScreens } from '#web/screens/notices/screens.ts'
import { offersScreens } from '#web/screens/offers/screens.ts'
import { onboardingScreens } from '#web/screens/onboarding/screens.ts'
import { ondemandScreens } from '#web/screens/ondemand/screens.ts'
import { openWorkScreens } from '#web/screens/open-work/screens.ts'
import { partnerScreens } from '#web/screens/partners/screens.ts'
import { peopleScreens } from '#web/screens/people/screens.ts'
import { placesScreens } from '#web/screens/places/screens.ts'
import { sessionScreens } from '#web/screens/session/screens.ts'
import { taxScreens } from '#web/screens/tax/screens.ts'
import { isOperatorKey, type UrlKey, type UserType, urlOf } from '#web/urls.ts'
import type { OperatorPages } from './operator-pages.ts'
import type { Page } from './page.ts'

export type FoundScreen = {
  name: string
  load: ScreenLoader
  area: AreaScreens
  reads: readonly ScreenRead[]
}

/** Those of operators come with `operator-pages.ts`. */
const ownAreas: Record<Exclude<UserType, 'Operator'>, readonly AreaScreens[]> = {
  Customer: [customerScreens],
  Crew: [crewScreens, openWorkScreens, offersScreens, assignmentsScreens],
}
const everyone = [
  sessionScreens,
  ondemandScreens,
  onboardingScreens,
  frontDoorScreens,
  peopleScreens,
  placesScreens,
  complexesScreens,
  moneyScreens,
  commissionScreens,
  partnerScreens,
  taxScreens,
  goScreens,
  noticesScreens,
  devScreens,
  diagnosticsScreens,
]

/**
 * The screen of a key for a type of user: first of their own area, then of those for everyone; on public pages any
 * area may serve somebody who is not signed in, or whose own area has none.
 */
export function findScreen(
  key: UrlKey,
  type: UserType | undefined,
  operatorPages?: OperatorPages,
): FoundScreen | undefined {
  const area = areasFor(key, type, operatorPages).find((candidate) => candidate.screens[key])
  const load = area?.screens[key]
  if (!area || !load) return undefined
  return { name: `${type ?? ''}:${key}`, load, area, reads: area.reads?.[key] ?? [] }
}

function areasFor(
  key: UrlKey,
  type: UserType | undefined,
  operatorPages: OperatorPages | undefined,
): readonly AreaScreens[] {
  if (isOperatorKey(key)) return operatorPages?.areas ?? []
  const others = urlOf(key).access === 'public' ? [...ownAreas.Customer, ...ownAreas.Crew] : []
  const own = type === 'Operator' ? (operatorPages?.areas ?? []) : type ? ownAreas[type] : []
  return [...own, ...everyone, ...others]
}

/** Operators have no home of their own: `/` shows them the board. */
export function shownKey(key: UrlKey, type: UserType | undefined): UrlKey {
  return key === 'home' && type === 'Operator' ? 'operator' : key
}

/** Whether this type of user may see the page; the server decides about its data by itself. */
export function mayVisit({ access }: Pick<Page, 'access'>, type: UserType | undefined): boolean {
  if (access === 'public') return true
  if (access === 'any') return type !== undefined
  return type?.toLowerCase() === access
}
