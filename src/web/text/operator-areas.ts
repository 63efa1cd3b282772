/** Where the texts of operators come from; part of `pages/operator-pages.ts`, so that nobody else downloads the list. */

import { inBothLanguages } from '#domain/catalogue.ts'
import { operatorShell as english } from './operator-en/shell.ts'
import { operatorShell as spanish } from './operator-es/shell.ts'

export const operatorAreas = {
  // Both languages come with the list: what stands in the navigation waits for nothing else.
  operatorShell: inBothLanguages(
    async () => ({ operatorShell: english }),
    async () => ({ operatorShell: spanish }),
  ),
  approvals: inBothLanguages(
    () => import('./operator-en/approvals.ts'),
    () => import('./operator-es/approvals.ts'),
  ),
  auditLog: inBothLanguages(
    () => import('./operator-en/audit-log.ts'),
    () => import('./operator-es/audit-log.ts'),
  ),
  catalogue: inBothLanguages(
    () => import('./operator-en/catalogue.ts'),
    () => import('./operator-es/catalogue.ts'),
  ),
  chargebacks: inBothLanguages(
    () => import('./operator-en/chargebacks.ts'),
    () => import('./operator-es/chargebacks.ts'),
  ),
  books: inBothLanguages(
    () => import('./operator-en/books.ts'),
    () => import('./operator-es/books.ts'),
  ),
  dispatch: inBothLanguages(
    () => import('./operator-en/dispatch.ts'),
    () => import('./operator-es/dispatch.ts'),
  ),
  history: inBothLanguages(
    () => import('./operator-en/history.ts'),
    () => import('./operator-es/history.ts'),
  ),
  invoiceDesk: inBothLanguages(
    () => import('./operator-en/invoice-desk.ts'),
    () => import('./operator-es/invoice-desk.ts'),
  ),
  moneyDesk: inBothLanguages(
    () => import('./operator-en/money-desk.ts'),
    () => import('./operator-es/money-desk.ts'),
  ),
  lateCompletions: inBothLanguages(
    () => import('./operator-en/late-completions.ts'),
    () => import('./operator-es/late-completions.ts'),
  ),
  numbers: inBothLanguages(
    () => import('./operator-en/numbers.ts'),
    () => import('./operator-es/numbers.ts'),
  ),
  markets: inBothLanguages(
    () => import('./operator-en/markets.ts'),
    () => import('./operator-es/markets.ts'),
  ),
  operator: inBothLanguages(
    () => import('./operator-en/operator.ts'),
    () => import('./operator-es/operator.ts'),
  ),
  referralDesk: inBothLanguages(
    () => import('./operator-en/referral-desk.ts'),
    () => import('./operator-es/referral-desk.ts'),
  ),
  houseTexts: inBothLanguages(
    () => import('./operator-en/house-texts.ts'),
    () => import('./operator-es/house-texts.ts'),
  ),
  peopleDesk: inBothLanguages(
    () => import('./operator-en/people-desk.ts'),
    () => import('./operator-es/people-desk.ts'),
  ),
  search: inBothLanguages(
    () => import('./operator-en/search.ts'),
    () => import('./operator-es/search.ts'),
  ),
  staff: inBothLanguages(
    () => import('./operator-en/staff.ts'),
    () => import('./operator-es/staff.ts'),
  ),
  systemHealth: inBothLanguages(
    () => import('./operator-en/system-health.ts'),
    () => import('./operator-es/system-health.ts'),
  ),
  queues: inBothLanguages(
    () => import('./operator-en/queues.ts'),
    () => import('./operator-es/queues.ts'),
  ),
  workDesk: inBothLanguages(
    () => import('./operator-en/work-desk.ts'),
    () => import('./operator-es/work-desk.ts'),
  ),
  taxDesk: inBothLanguages(
    () => import('./operator-en/tax-desk.ts'),
    () => import('./operator-es/tax-desk.ts'),
  ),
}
