/** Every noun's handlers together. A missing one does not compile. */
import type { Contract } from '#contract/index.ts'
import { actingHandlers } from './acting/endpoints.ts'
import { approvalsHandlers } from './approvals/endpoints.ts'
import { assignmentsHandlers } from './assignments/endpoints.ts'
import { auditHandlers } from './audit-desk/endpoints.ts'
import { billingHandlers } from './billing/endpoints.ts'
import { bulkHandlers } from './bulk/endpoints.ts'
import { calendarsHandlers } from './calendars/endpoints.ts'
import { chargebackDeskHandlers } from './chargeback-desk/endpoints.ts'
import { checklistsHandlers } from './checklists/endpoints.ts'
import { checkpointsHandlers } from './checkpoints/endpoints.ts'
import { clientErrorHandlers } from './client-errors/endpoints.ts'
import { codesHandlers } from './codes/endpoints.ts'
import { commissionsHandlers } from './commissions/endpoints.ts'
import { complexesHandlers } from './complexes/endpoints.ts'
import { correctionsHandlers } from './corrections/endpoints.ts'
import { couponDeskHandlers } from './coupon-desk/endpoints.ts'
import { couponsHandlers } from './coupons/endpoints.ts'
import { crewsHandlers } from './crews/endpoints.ts'
import { digestsHandlers } from './digests/endpoints.ts'
import { dispatchHandlers } from './dispatch/endpoints.ts'
import { disputesHandlers } from './disputes/endpoints.ts'
import { staysHandlers } from './feeds/endpoints.ts'
import { frontDoorHandlers } from './front-door/endpoints.ts'
import { goHandlers } from './go/endpoints.ts'
import { goingLiveHandlers } from './going-live/endpoints.ts'
import { historyHandlers } from './history/endpoints.ts'
import { holidayHandlers } from './holidays/endpoints.ts'
import { homeHandlers } from './home/endpoints.ts'
import { hospitableHandlers } from './hospitable/endpoints.ts'
import { houseTextsHandlers } from './house-texts/endpoints.ts'
import type { Handlers } from './http/handler.ts'
import { importsHandlers } from './imports/endpoints.ts'
import { jobsHandlers } from './jobs/endpoints.ts'
import { lateCompletionsHandlers } from './late-completions/endpoints.ts'
import { latenessHandlers } from './lateness/endpoints.ts'
import { leavingHandlers } from './leaving/endpoints.ts'
import { ledgerHandlers } from './ledger/endpoints.ts'
import { marketsHandlers } from './markets/endpoints.ts'
import { mergingHandlers } from './merging/endpoints.ts'
import { messagesHandlers } from './messages/endpoints.ts'
import { moneyDeskHandlers } from './money-desk/endpoints.ts'
import { nightReportsHandlers } from './night-reports/endpoints.ts'
import { noticesHandlers } from './notices/endpoints.ts'
import { numbersHandlers } from './numbers/endpoints.ts'
import { offersHandlers } from './offers/endpoints.ts'
import { ondemandHandlers } from './ondemand/endpoints.ts'
import { operatorHandlers } from './operator/endpoints.ts'
import { ownDataHandlers } from './own-data/endpoints.ts'
import { papersHandlers } from './papers/endpoints.ts'
import { partnersHandlers } from './partners/endpoints.ts'
import { passkeysHandlers } from './passkeys/endpoints.ts'
import { paymentsHandlers } from './payments/endpoints.ts'
import { payoutsHandlers } from './payouts/endpoints.ts'
import { peopleDeskHandlers } from './people-desk/endpoints.ts'
import { photosHandlers } from './photos/endpoints.ts'
import { pickupsHandlers } from './pickups/endpoints.ts'
import { placesHandlers } from './places/endpoints.ts'
import { portfolioHandlers } from './portfolio/endpoints.ts'
import { priceDeskHandlers, serviceDeskHandlers } from './price-desk/endpoints.ts'
import { pricesHandlers } from './prices/endpoints.ts'
import { pushHandlers } from './push/endpoints.ts'
import { queuesHandlers } from './queues/endpoints.ts'
import { feedbackHandlers } from './ratings/endpoints.ts'
import { receivablesHandlers } from './receivables/endpoints.ts'
import { reconcileHandlers } from './reconcile/endpoints.ts'
import { refundsHandlers } from './refunds/endpoints.ts'
import { relocationsHandlers } from './relocations/endpoints.ts'
import { routesHandlers } from './routes/endpoints.ts'
import { salesTaxHandlers } from './sales-tax/endpoints.ts'
import { scheduleHandlers } from './schedule/endpoints.ts'
import { searchHandlers } from './search/endpoints.ts'
import { secondFactorHandlers } from './second-factor/endpoints.ts'
import { settingsHandlers } from './settings/endpoints.ts'
import { sharingHandlers } from './sharing/endpoints.ts'
import { staffHandlers } from './staff/endpoints.ts'
import { systemHandlers } from './system/endpoints.ts'
import { systemHealthHandlers } from './system-health/endpoints.ts'
import { taxFormsHandlers } from './tax-forms/endpoints.ts'
import { todayHandlers } from './today/endpoints.ts'
import { turnoversHandlers } from './turnovers/endpoints.ts'
import { usersHandlers } from './users/endpoints.ts'
import { violationTrendsHandlers } from './violation-trends/endpoints.ts'
import { visitsHandlers } from './visits/endpoints.ts'
import { whereaboutsHandlers } from './whereabouts/endpoints.ts'
import { workHandlers } from './work/endpoints.ts'
import { workDeskHandlers } from './work-desk/endpoints.ts'
import { yearFilesHandlers } from './year-files/endpoints.ts'

export const handlers: Handlers<Contract> = {
  ...bulkHandlers,
  ...calendarsHandlers,
  ...pickupsHandlers,
  ...turnoversHandlers,
  ...importsHandlers,
  ...papersHandlers,
  ...photosHandlers,
  ...placesHandlers,
  ...portfolioHandlers,
  ...staysHandlers,
  ...pushHandlers,
  ...nightReportsHandlers,
  ...noticesHandlers,
  ...marketsHandlers,
  ...messagesHandlers,
  ...checklistsHandlers,
  ...approvalsHandlers,
  ...chargebackDeskHandlers,
  ...crewsHandlers,
  ...clientErrorHandlers,
  ...codesHandlers,
  ...passkeysHandlers,
  ...routesHandlers,
  ...assignmentsHandlers,
  ...scheduleHandlers,
  ...systemHandlers,
  ...frontDoorHandlers,
  ...holidayHandlers,
  ...hospitableHandlers,
  ...houseTextsHandlers,
  ...settingsHandlers,
  ...sharingHandlers,
  ...staffHandlers,
  ...secondFactorHandlers,
  ...usersHandlers,
  ...leavingHandlers,
  ...mergingHandlers,
  ...ownDataHandlers,
  ...yearFilesHandlers,
  ...offersHandlers,
  ...ondemandHandlers,
  ...operatorHandlers,
  ...auditHandlers,
  ...numbersHandlers,
  ...actingHandlers,
  ...goingLiveHandlers,
  ...historyHandlers,
  ...systemHealthHandlers,
  ...workHandlers,
  ...jobsHandlers,
  ...relocationsHandlers,
  ...pricesHandlers,
  ...visitsHandlers,
  ...commissionsHandlers,
  ...complexesHandlers,
  ...violationTrendsHandlers,
  ...checkpointsHandlers,
  ...lateCompletionsHandlers,
  ...ledgerHandlers,
  ...partnersHandlers,
  ...paymentsHandlers,
  ...billingHandlers,
  ...receivablesHandlers,
  ...refundsHandlers,
  ...correctionsHandlers,
  ...couponsHandlers,
  ...couponDeskHandlers,
  ...priceDeskHandlers,
  ...serviceDeskHandlers,
  ...searchHandlers,
  ...peopleDeskHandlers,
  ...workDeskHandlers,
  ...moneyDeskHandlers,
  ...queuesHandlers,
  ...reconcileHandlers,
  ...payoutsHandlers,
  ...salesTaxHandlers,
  ...taxFormsHandlers,
  ...todayHandlers,
  ...latenessHandlers,
  ...whereaboutsHandlers,
  ...feedbackHandlers,
  ...digestsHandlers,
  ...dispatchHandlers,
  ...disputesHandlers,
  ...goHandlers,
  ...homeHandlers,
}
