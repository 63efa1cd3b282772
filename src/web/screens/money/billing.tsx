/** What is due, what Monday will charge, the card, and every payment so far. */

import { yearOf } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { YearFile } from '#web/money/year-file.tsx'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { Panes } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { MoneyDrawing } from '#web/ui/looks/drawings.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { CardSection, DueSection, NextCharge, PaymentRow } from './billing.parts.tsx'
import { CreditSection } from './billing-credit.tsx'
import { BillingDetails } from './billing-details.tsx'
import { OwnCertificates } from './lazy-certificates.tsx'
import { OwnInvoices } from './own-invoices.tsx'

export function Billing() {
  const { money } = useText()
  const billing = useEndpoint('GET /api/billing')
  const invoices = useEndpointPages('GET /api/invoices', {}, (page) => page.invoices)
  return (
    <Page title={money.billing.title} width="wide">
      {billing.isPending && <SkeletonCard rows={4} />}
      {billing.isLoadingError && <ErrorState error={billing.error} onRetry={() => void billing.refetch()} />}
      {billing.data && <DueSection billing={billing.data} />}
      <Panes
        isSideFirst
        side={
          billing.data && (
            <>
              <div className="grid gap-(--stack) sm:max-desk:grid-cols-2">
                <NextCharge next={billing.data.nextCharge} invoiced={invoices.first?.terms?.period} />
                <CardSection card={billing.data.card} otherMethod={billing.data.otherMethod} />
              </div>
              <CreditSection billing={billing.data} />
            </>
          )
        }
      >
        <OwnInvoices />
        {invoices.first && <BillingDetails isOnTerms={invoices.first.terms !== null} />}
        <OwnCertificates />
        <Payments />
      </Panes>
    </Page>
  )
}

function Payments() {
  const { money } = useText()
  const payments = useEndpointPages('GET /api/payments', {}, (page) => page.payments)
  const { rows } = payments
  const years = [...new Set(rows.map(({ periodEnd }) => yearOf(periodEnd)))]
  return (
    <Card title={money.billing.payments} actions={<YearDownloads years={years} />} isFlush>
      {payments.isPending && <Skeleton rows={4} />}
      {payments.isLoadingError && (
        <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />
      )}
      {payments.isSuccess && rows.length === 0 && (
        <EmptyState drawing={<MoneyDrawing />} title={money.billing.none}>
          {money.billing.noneBody}
        </EmptyState>
      )}
      <List label={money.billing.payments}>
        {rows.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </List>
      <MoreRows pages={payments}>{money.billing.more}</MoreRows>
    </Card>
  )
}

/** The newest years as tables to keep. */
function YearDownloads({ years }: { years: readonly number[] }) {
  const { money } = useText()
  return years.slice(0, 2).map((year) => (
    <YearFile key={year} kind="payments" year={year} label={money.billing.yearAsCsv(year)}>
      {money.billing.csv(year)}
    </YearFile>
  ))
}
