/**
 * What the shell knows of the pages of operators: their addresses, their place in the navigation, their screens. It is
 * no part of the first download, and comes when an operator is here or somebody opens one of these addresses.
 */

import { operatorUrls } from '#web/operator-urls.ts'
import type { AreaScreens } from '#web/screen.ts'
import { booksScreens } from '#web/screens/books/screens.ts'
import { catalogueScreens } from '#web/screens/catalogue/screens.ts'
import { dispatchScreens } from '#web/screens/dispatch/screens.ts'
import { houseTextsScreens } from '#web/screens/front-door/operator-screens.ts'
import { invoiceDeskScreens } from '#web/screens/invoice-desk/screens.ts'
import { marketsScreens } from '#web/screens/markets/screens.ts'
import { moneyDeskScreens } from '#web/screens/money-desk/screens.ts'
import { numbersScreens } from '#web/screens/numbers/screens.ts'
import { operatorScreens } from '#web/screens/operator/screens.ts'
import { partnerOperatorScreens } from '#web/screens/partners/operator-screens.ts'
import { peopleDeskScreens } from '#web/screens/people-desk/screens.ts'
import { queuesScreens } from '#web/screens/queues/screens.ts'
import { referralDeskScreens } from '#web/screens/referral-desk/screens.ts'
import { scheduleScreens } from '#web/screens/schedule/screens.ts'
import { staffScreens } from '#web/screens/staff/screens.ts'
import { taxDeskScreens } from '#web/screens/tax-desk/screens.ts'
import { trustScreens } from '#web/screens/trust/screens.ts'
import { workDeskScreens } from '#web/screens/work-desk/screens.ts'
import { mayOpen, OperatorMenu } from './operator-menu.tsx'
import { OperatorTools } from './operator-tools.tsx'

export type OperatorPages = {
  readonly urls: typeof operatorUrls
  readonly areas: readonly AreaScreens[]
  /** What is there on every page of an operator: the search, by key or button, and the city on the desk. */
  readonly Search: typeof OperatorTools
  /** Every page by its heading, but for those that the role may not read. */
  readonly Menu: typeof OperatorMenu
  readonly mayOpen: typeof mayOpen
}

export const operatorPages: OperatorPages = {
  urls: operatorUrls,
  Search: OperatorTools,
  Menu: OperatorMenu,
  mayOpen,
  areas: [
    operatorScreens,
    peopleDeskScreens,
    workDeskScreens,
    dispatchScreens,
    queuesScreens,
    catalogueScreens,
    marketsScreens,
    scheduleScreens,
    moneyDeskScreens,
    booksScreens,
    houseTextsScreens,
    invoiceDeskScreens,
    partnerOperatorScreens,
    taxDeskScreens,
    referralDeskScreens,
    trustScreens,
    staffScreens,
    numbersScreens,
  ],
}
