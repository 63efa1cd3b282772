import type { Reply } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'
import { linkTo } from '#web/urls.ts'
import { StateFilter, useShownState } from './state-filter.tsx'

type MarketPayout = Reply<'GET /api/market-payouts'>['payouts'][number]

export function PayoutsPanel() {
  const { money } = useText()
  const { states } = money.earnings
  const [shown, setShown] = useShownState(states)
  const pages = useEndpointPages(
    'GET /api/market-payouts',
    { query: shown === 'all' ? {} : { state: shown } },
    (page) => page.payouts,
  )
  return (
    <>
      <StateFilter states={states} value={shown} onChange={setShown} />
      <PagedList
        pages={pages}
        label={money.operator.tabs.payouts}
        more={money.operator.more}
        empty={<EmptyState icon="money" title={money.operator.nonePayouts} />}
      >
        {(payout) => <PayoutRow key={payout.id} payout={payout} />}
      </PagedList>
    </>
  )
}

function PayoutRow({ payout }: { payout: MarketPayout }) {
  const { money, moneyDesk } = useText()
  const format = useFormat()
  const details = [
    money.earnings.kinds[payout.payoutKind],
    format.dateRange(payout.periodStart, payout.periodEnd),
    textFor(moneyDesk.payoutFaults, payout.failure) ?? payout.failure,
  ]
  return (
    <ListRow
      to={linkTo('operatorPayout', { payout_id: payout.id })}
      title={payout.crewName}
      detail={details.filter(Boolean).join(' · ')}
      end={
        <span className="grid justify-items-end gap-1">
          <Money amountCents={payout.amountCents} />
          <StateBadge state={payout.state} label={money.earnings.states[payout.state]} />
        </span>
      }
    />
  )
}
