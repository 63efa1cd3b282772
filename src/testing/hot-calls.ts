/** What people of the three kinds ask all day, each of it once, by the ids of what `fillGrowth` made. */
import type { Contract } from '#contract/index.ts'
import { QUEUES } from '#contract/queue-kinds.ts'
import type { EndpointKey } from '#contract/endpoint.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import type { Client } from './client.ts'
import type { Met } from './meet.ts'

type Key = keyof Contract & EndpointKey
export type HotCall = { readonly key: Key; readonly ask: () => Promise<{ status: number; text: string }> }
type Clients = Readonly<Record<'customer' | 'crew' | 'operator', Client>>

export function hotCalls(clients: Clients, met: Met, today: LocalDate): HotCall[] {
  return [
    ...customersCalls(clients.customer, met, today),
    ...customersMoneyCalls(clients.customer, met),
    ...crewsCalls(clients.crew, met, today),
    ...operatorsCalls(clients.operator, met, today),
    ...operatorsLists(clients.operator, met, today),
  ]
}

function asking(client: Client) {
  return <K extends Key>(key: K, input?: Parameters<typeof client.call<K>>[1]): HotCall => ({
    key,
    ask: () => client.call(key, input),
  })
}

function customersCalls(client: Client, met: Met, today: LocalDate): HotCall[] {
  const ask = asking(client)
  const days = { from: addDays(today, -14), to: addDays(today, 14) }
  const visit = { visitId: met.visitId }
  return [
    ask('GET /api/user'),
    ask('GET /api/services'),
    ask('GET /api/pricing'),
    ask('GET /api/properties'),
    ask('POST /api/get-properties', { body: {} }),
    ask('POST /api/get-properties', { body: { search: 'Home 4' } }),
    ask('GET /api/property', { query: { id: met.placeId } }),
    ask('GET /api/property-groups'),
    ask('POST /api/get-complexes', { body: {} }),
    ask('POST /api/get-complex-groups', { body: {} }),
    ask('POST /api/get-portfolio-month', { body: { month: '2026-02-01' } }),
    ask('POST /api/get-visits', { body: days }),
    ask('POST /api/get-visits', { body: { from: addDays(today, -800), to: today, search: 'Home' } }),
    ask('GET /api/visit', { query: { id: met.visitId } }),
    ask('GET /api/visit-now', { query: { id: met.plannedId } }),
    ask('GET /api/visit-timeline', { query: { id: met.visitId } }),
    ask('GET /api/visit-reasons', { query: { id: met.visitId } }),
    ask('GET /api/visit-arrival', { query: { id: met.plannedId } }),
    ask('GET /api/visit-feedback', { query: visit }),
    ask('GET /api/visit-crew', { query: { visitId: met.plannedId } }),
    ask('GET /api/crew-mark', { query: visit }),
    ask('GET /api/customer-summary'),
    ask('POST /api/get-weekly-jobs', { body: {} }),
    ask('POST /api/get-weekly-jobs', { body: { search: 'Home 4', weekday: 2 } }),
    ask('POST /api/get-weekly-job-ids', { body: { search: 'Home' } }),
    ask('GET /api/job-filters'),
    ask('GET /api/bulk-changes'),
    ask('POST /api/preview-bulk-change', {
      body: { weeklyJobIds: [met.jobId], change: { kind: 'quantity', from: addDays(today, 2), quantity: 2 } },
    }),
    ask('GET /api/weekly-job', { query: { id: met.jobId } }),
    ask('GET /api/planning-progress'),
    ask('GET /api/accounts'),
    ask('GET /api/shares'),
    ask('GET /api/share-actions'),
    ask('POST /api/get-quote', {
      body: {
        items: [{ propertyIds: [met.placeId], serviceKey: met.serviceKey, weekdays: [2], quantity: 1 }],
        startsOn: addDays(today, 3),
      },
    }),
  ]
}

function customersMoneyCalls(client: Client, met: Met): HotCall[] {
  const ask = asking(client)
  const visit = { visitId: met.visitId }
  return [
    ask('GET /api/payments'),
    ask('POST /api/write-payments-csv', { body: { year: 2025 } }),
    ask('GET /api/payment', { query: { id: met.paymentId } }),
    ask('GET /api/receipt-pdf', { query: { id: met.paymentId } }),
    ask('GET /api/billing'),
    ask('GET /api/invoices'),
    ask('GET /api/billing-details'),
    ask('GET /api/tax-exemptions'),
    ask('POST /api/get-payment-method', { body: {} }),
    ask('GET /api/paper-preferences'),
    ask('GET /api/commissions'),
    ask('GET /api/commission-statement', { query: { month: '2026-02' } }),
    ask('GET /api/invitation-code'),
    ask('POST /api/get-notices', { body: {} }),
    ask('GET /api/unread-notices'),
    ask('GET /api/notification-preferences'),
    ask('POST /api/get-conversations', { body: {} }),
    ask('POST /api/get-conversations', { body: { search: 'Crew' } }),
    ask('GET /api/unread-conversations'),
    ask('POST /api/get-messages', { body: visit }),
    ask('GET /api/sessions'),
    ask('GET /api/sign-in-ways'),
    ask('GET /api/leaving'),
    ask('GET /api/data-exports'),
    ask('GET /api/calendars'),
    ask('GET /api/turnovers', { query: { propertyId: met.placeId } }),
    ask('GET /api/place-crews', { query: { propertyId: met.placeId } }),
    ask('GET /api/stay-sources', { query: { propertyId: met.placeId } }),
    ask('GET /api/place-checklists', { query: { id: met.placeId } }),
    ask('POST /api/get-on-demand-orders', { body: {} }),
    ask('GET /api/property-imports'),
    ask('POST /api/send-message', { body: { visitId: met.plannedId, text: 'The gate is open' } }),
    ask('POST /api/skip-visit', { body: { visitId: met.plannedId } }),
    ask('POST /api/unskip-visit', { body: { visitId: met.plannedId } }),
    ask('POST /api/read-notices', { body: {} }),
    ask('POST /api/rate-visit', { body: { visitId: met.visitId, stars: 5, note: '' } }),
  ]
}

function crewsCalls(client: Client, met: Met, today: LocalDate): HotCall[] {
  const ask = asking(client)
  return [
    ask('GET /api/day'),
    ask('GET /api/day-plan'),
    ask('POST /api/get-crew-visits', { body: {} }),
    ask('POST /api/get-crew-visits', { body: { search: 'Home 1', states: ['completed'] } }),
    ask('GET /api/visit', { query: { id: met.visitId } }),
    ask('GET /api/visit-timeline', { query: { id: met.visitId } }),
    ask('GET /api/offers'),
    ask('POST /api/get-job-routes'),
    ask('POST /api/get-open-complexes'),
    ask('POST /api/get-assignments'),
    ask('POST /api/get-visits-to-confirm'),
    ask('POST /api/get-time-off'),
    ask('POST /api/preview-time-off', { body: { from: addDays(today, 20), to: addDays(today, 22) } }),
    ask('POST /api/get-reliability'),
    ask('GET /api/crew-profile'),
    ask('GET /api/crew-payments'),
    ask('POST /api/write-earnings-csv', { body: { year: 2025 } }),
    ask('GET /api/payout-account'),
    ask('GET /api/partner-payouts'),
    ask('GET /api/tax-year', { query: { year: 2025 } }),
    ask('GET /api/statement-pdf', { query: { id: met.payoutId } }),
    ask('GET /api/my-late-completions'),
    ask('GET /api/whereabouts'),
    ask('GET /api/commissions'),
    ask('POST /api/get-notices', { body: {} }),
    ask('GET /api/unread-notices'),
    ask('POST /api/get-conversations', { body: {} }),
    ask('GET /api/unread-conversations'),
  ]
}

function operatorsCalls(client: Client, met: Met, today: LocalDate): HotCall[] {
  const ask = asking(client)
  return [
    ask('GET /api/operator-board'),
    ask('GET /api/unassigned-visits'),
    ask('GET /api/queue-counts'),
    ask('GET /api/queue-filters'),
    ask('POST /api/search', { body: { text: 'Customer 48' } }),
    ask('POST /api/search', { body: { text: 'Home 4' } }),
    ask('GET /api/search-marks'),
    ask('POST /api/find-people', { body: { text: 'Customer 4' } }),
    ask('GET /api/person', { query: { id: met.customerId } }),
    ask('GET /api/person', { query: { id: met.crewId } }),
    ask('GET /api/person-visits', { query: { id: met.customerId, when: 'past' } }),
    ask('GET /api/person-visits', { query: { id: met.crewId, when: 'coming' } }),
    ask('GET /api/person-places', { query: { id: met.customerId } }),
    ask('GET /api/person-money', { query: { id: met.customerId } }),
    ask('GET /api/person-money', { query: { id: met.crewId } }),
    ask('GET /api/person-notes', { query: { id: met.customerId } }),
    ask('GET /api/operator-job', { query: { id: met.jobId } }),
    ask('GET /api/operator-place', { query: { id: met.placeId } }),
    ask('GET /api/operator-visit', { query: { id: met.visitId } }),
    ask('GET /api/operator-payment', { query: { id: met.paymentId } }),
    ask('GET /api/operator-payout', { query: { id: met.payoutId } }),
    ask('GET /api/dispute', { query: { id: met.disputeId } }),
    ask('GET /api/dispatch', { query: { date: today, span: 'day' } }),
    ask('GET /api/dispatch', { query: { date: today, span: 'week' } }),
    ask('POST /api/get-crew-candidates', { body: { visitId: met.plannedId } }),
    ask('GET /api/crews-whereabouts'),
    ask('GET /api/operator-schedule'),
    ask('GET /api/system-health'),
    ask('GET /api/parked-tasks'),
    ask('GET /api/history', { query: { of: 'visit', id: met.visitId } }),
    ask('GET /api/history', { query: { of: 'person', id: met.customerId } }),
    ask('GET /api/history', { query: { of: 'person', id: met.crewId } }),
    ask('GET /api/payment-approvals', { query: { paymentId: met.paymentId } }),
    ask('GET /api/terms', { query: { customerId: met.customerId } }),
    ask('GET /api/staff'),
    ask('GET /api/staff-invitations'),
    ask('GET /api/price-list'),
    ask('GET /api/special-prices', { query: { serviceKey: met.serviceKey } }),
    ask('POST /api/find-price-scopes', { body: { search: 'Home 4' } }),
    ask('POST /api/find-credit-customers', { body: { search: 'Customer 4' } }),
    ask('GET /api/service-list'),
    ask('GET /api/markets'),
    ask('POST /api/get-settings', { body: {} }),
  ]
}

function operatorsLists(client: Client, met: Met, today: LocalDate): HotCall[] {
  const ask = asking(client)
  const month = { from: addDays(today, -30), to: today }
  return [
    ...QUEUES.map((kind) => ask('GET /api/queue', { query: { kind } })),
    ask('GET /api/audit-log'),
    ask('GET /api/audit-log', { query: { personId: met.customerId } }),
    ask('GET /api/audit-log', { query: { action: 'freeze_user' } }),
    ask('GET /api/outbox'),
    ask('GET /api/outbox', { query: { personId: met.customerId } }),
    ask('GET /api/numbers', { query: month }),
    ask('GET /api/number-rows', { query: { ...month, set: 'completed' } }),
    ask('GET /api/numbers-by-city', { query: month }),
    ask('GET /api/cohorts'),
    ask('GET /api/market-payments'),
    ask('GET /api/market-payments', { query: { state: 'declined' } }),
    ask('GET /api/market-payouts'),
    ask('GET /api/market-payouts', { query: { state: 'failed' } }),
    ask('GET /api/market-invoices'),
    ask('GET /api/ageing'),
    ask('GET /api/failed-refunds'),
    ask('GET /api/credit-changes'),
    ask('GET /api/coupon-list'),
    ask('POST /api/get-disputes', { body: {} }),
    ask('POST /api/get-disputes', { body: { isDecided: true } }),
    ask('POST /api/get-chargebacks', { body: {} }),
    ask('GET /api/unknown-chargebacks'),
    ask('POST /api/get-fraud-warnings', { body: {} }),
    ask('POST /api/get-late-completions', { body: {} }),
    ask('GET /api/referral-reviews'),
    ask('GET /api/partner-statements'),
    ask('GET /api/reconcile-runs'),
    ask('GET /api/reconcile-differences'),
    ask('GET /api/ledger-balances'),
    ask('GET /api/sales-tax-rates'),
    ask('GET /api/sales-tax-report'),
    ask('GET /api/customer-tax-exemptions'),
    ask('GET /api/tax-forms', { query: { year: 2025 } }),
    ask('GET /api/going-live'),
  ]
}
