/** Every endpoint of the product: the one list that the server mounts, the browser is typed by and `/api/docs` shows. */

import { acting } from './acting.ts'
import { approvals } from './approvals.ts'
import { assignments } from './assignments.ts'
import { audit } from './audit.ts'
import { billing } from './billing.ts'
import { bulk } from './bulk.ts'
import { calendars } from './calendars.ts'
import { chargebacks } from './chargebacks.ts'
import { checklists } from './checklists.ts'
import { checkpoints } from './checkpoints.ts'
import { clientErrors } from './client-errors.ts'
import { codes } from './codes.ts'
import { commissions } from './commissions.ts'
import { complexes } from './complexes.ts'
import { corrections } from './corrections.ts'
import { couponDesk, coupons } from './coupons.ts'
import { crews } from './crews.ts'
import { digests } from './digests.ts'
import { dispatch } from './dispatch.ts'
import { disputes } from './disputes.ts'
import { feedbackContract } from './feedback.ts'
import { frontDoor } from './front-door.ts'
import { go } from './go.ts'
import { goingLive } from './going-live.ts'
import { history } from './history.ts'
import { holidays } from './holidays.ts'
import { hospitable } from './hospitable.ts'
import { houseTexts } from './house-texts.ts'
import { imports } from './imports.ts'
import { jobFilters } from './job-filters.ts'
import { jobs } from './jobs.ts'
import { lateCompletions } from './late-completions.ts'
import { lateness } from './lateness.ts'
import { leaving } from './leaving.ts'
import { ledger } from './ledger.ts'
import { markets } from './markets.ts'
import { merging } from './merging.ts'
import { messages } from './messages.ts'
import { moneyDesk } from './money-desk.ts'
import { nightReports } from './night-reports.ts'
import { notices } from './notices.ts'
import { numbersContract } from './numbers.ts'
import { offers } from './offers.ts'
import { ondemand } from './ondemand.ts'
import { operator } from './operator.ts'
import { operatorSchedule } from './operator-schedule.ts'
import { papers } from './papers.ts'
import { partners } from './partners.ts'
import { passkeys } from './passkeys.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { peopleDesk } from './people-desk.ts'
import { photos } from './photos.ts'
import { pickups } from './pickups.ts'
import { places } from './places.ts'
import { portfolio } from './portfolio.ts'
import { priceDesk } from './price-desk.ts'
import { prices } from './prices.ts'
import { push } from './push.ts'
import { queues } from './queues.ts'
import { receivables } from './receivables.ts'
import { reconcile } from './reconcile.ts'
import { refunds } from './refunds.ts'
import { routes } from './routes.ts'
import { salesTax } from './sales-tax.ts'
import { schedule } from './schedule.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { serviceDesk } from './service-desk.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { staff } from './staff.ts'
import { stays } from './stays.ts'
import { system } from './system.ts'
import { systemHealth } from './system-health.ts'
import { taxForms } from './tax-forms.ts'
import { today } from './today.ts'
import { turnovers } from './turnovers.ts'
import { users } from './users.ts'
import { violationTrends } from './violation-trends.ts'
import { visits } from './visits.ts'
import { whereabouts } from './whereabouts.ts'
import { work } from './work.ts'
import { workDesk } from './work-desk.ts'
import { yearFiles } from './year-files.ts'

export const contract = {
  ...acting,
  ...bulk,
  ...calendars,
  ...pickups,
  ...turnovers,
  ...imports,
  ...papers,
  ...yearFiles,
  ...photos,
  ...places,
  ...portfolio,
  ...push,
  ...checklists,
  ...nightReports,
  ...notices,
  ...markets,
  ...messages,
  ...approvals,
  ...chargebacks,
  ...crews,
  ...clientErrors,
  ...codes,
  ...passkeys,
  ...routes,
  ...assignments,
  ...audit,
  ...system,
  ...systemHealth,
  ...frontDoor,
  ...holidays,
  ...goingLive,
  ...history,
  ...hospitable,
  ...houseTexts,
  ...settings,
  ...sharing,
  ...staff,
  ...stays,
  ...secondFactor,
  ...priceDesk,
  ...serviceDesk,
  ...search,
  ...peopleDesk,
  ...workDesk,
  ...moneyDesk,
  ...queues,
  ...users,
  ...leaving,
  ...merging,
  ...numbersContract,
  ...offers,
  ...ondemand,
  ...operator,
  ...operatorSchedule,
  ...schedule,
  ...work,
  ...jobFilters,
  ...jobs,
  ...prices,
  ...visits,
  ...commissions,
  ...complexes,
  ...violationTrends,
  ...checkpoints,
  ...lateCompletions,
  ...ledger,
  ...partners,
  ...payments,
  ...billing,
  ...receivables,
  ...refunds,
  ...corrections,
  ...coupons,
  ...couponDesk,
  ...reconcile,
  ...payouts,
  ...salesTax,
  ...taxForms,
  ...today,
  ...lateness,
  ...whereabouts,
  ...feedbackContract,
  ...digests,
  ...dispatch,
  ...disputes,
  ...go,
}

export type Contract = typeof contract
