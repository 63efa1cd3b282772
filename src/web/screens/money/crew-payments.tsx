/** Where a crew's money is: pending, available, on its way, paid; the next payout; weeks and payouts so far. */

import { useEndpointPages } from '#web/endpoint-pages.ts'
import { EarlierAccounts, ShownAccount, useAskedAccount } from '#web/money/earlier-accounts.tsx'
import { WeeksCard } from '#web/money/weeks-card.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { NextPayout, PayLadder, PayoutRow } from './crew-payments.parts.tsx'
import { PaySteps } from './pay-steps.tsx'

export function CrewPayments() {
  const { money } = useText()
  const format = useFormat()
  const asked = useAskedAccount()
  const input = asked.account === undefined ? {} : { query: asked }
  const pages = useEndpointPages('GET /api/crew-payments', input, (page) => page.payouts)
  const { first: earnings, rows: payouts } = pages
  if (earnings === undefined)
    return (
      <Page title={money.earnings.title}>
        {pages.isError ? (
          <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
        ) : (
          <SkeletonCard rows={5} />
        )}
      </Page>
    )
  const isNew = earnings.weeks.length === 0 && payouts.length === 0
  return (
    <Page title={money.earnings.title}>
      {earnings.debtCents > 0 && (
        <Banner tone="warn">{money.earnings.debt(format.money(earnings.debtCents))}</Banner>
      )}
      <ShownAccount account={earnings.account} screen="crewPayments" />
      {earnings.account === null && (
        <>
          <NextPayout earnings={earnings} />
          <PayLadder earnings={earnings} />
          <PaySteps earnings={earnings} />
        </>
      )}
      {isNew && (
        <Card>
          <EmptyState
            icon="money"
            title={money.earnings.none}
            action={
              <ButtonLink tone="primary" to={linkTo('jobs')}>
                {money.earnings.find}
              </ButtonLink>
            }
          >
            {money.earnings.noneBody}
          </EmptyState>
        </Card>
      )}
      {earnings.weeks.length > 0 && <WeeksCard weeks={earnings.weeks} account={earnings.account} />}
      {payouts.length > 0 && (
        <Card title={money.earnings.payouts} isFlush>
          <List label={money.earnings.payouts}>
            {payouts.map((payout) => (
              <PayoutRow key={payout.id} payout={payout} weeks={earnings.weeks} />
            ))}
          </List>
          <MoreRows pages={pages}>{money.earnings.more}</MoreRows>
        </Card>
      )}
      <EarlierAccounts account={earnings.account} accounts={earnings.accounts} screen="crewPayments" />
    </Page>
  )
}
