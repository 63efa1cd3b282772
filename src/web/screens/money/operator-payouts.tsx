import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, type Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type MarketPayout = Reply<'GET /api/market-payouts'>['payouts'][number]
type Shown = 'all' | MarketPayout['state']

export function PayoutsPanel() {
  const { money } = useText()
  const { states } = money.earnings
  const wanted = useSearchParams()[0].get('state') ?? ''
  const [shown, setShown] = useState<Shown>(Object.hasOwn(states, wanted) ? (wanted as Shown) : 'all')
  const pages = useInfiniteQuery({
    queryKey: ['GET /api/market-payouts', shown],
    queryFn: ({ pageParam }) =>
      call('GET /api/market-payouts', {
        query: { ...(shown === 'all' ? {} : { state: shown }), ...(pageParam ? { cursor: pageParam } : {}) },
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const rows = pages.data?.pages.flatMap((page) => page.payouts) ?? []
  return (
    <>
      <ChipGroup
        label={money.operator.filter}
        name="state"
        isLabelHidden
        options={[
          { value: 'all', label: money.operator.all },
          ...(Object.keys(states) as MarketPayout['state'][]).map((value) => ({
            value: value as Shown,
            label: states[value],
          })),
        ]}
        value={shown}
        onChange={setShown}
      />
      <Card isFlush>
        {pages.isPending && <Skeleton rows={6} />}
        {pages.isError && <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />}
        {pages.isSuccess && rows.length === 0 && (
          <EmptyState icon="money" title={money.operator.nonePayouts} />
        )}
        <List label={money.operator.tabs.payouts}>
          {rows.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </List>
        {pages.hasNextPage && (
          <div className="p-4 text-center">
            <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {money.operator.more}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}

function PayoutRow({ payout }: { payout: MarketPayout }) {
  const { money } = useText()
  const format = useFormat()
  const details = [
    money.earnings.kinds[payout.payoutKind],
    format.dateRange(payout.periodStart, payout.periodEnd),
    payout.failure,
  ]
  return (
    <ListRow
      to={linkTo('receipt', { paymentID: payout.id })}
      title={payout.crewName}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={payout.amountCents} />
          <StateBadge
            state={payout.state === 'sending' ? 'processing' : payout.state}
            label={money.earnings.states[payout.state]}
          />
        </span>
      }
    />
  )
}
