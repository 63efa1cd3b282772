/** The operator's money: what needs a hand, every payment with refunds, every payout, and the ledger with its proof. */

import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { useText } from '#web/text/store.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { CreditPanel } from './lazy-credit.tsx'
import { AttentionPanel } from './operator-attention.tsx'
import { LedgerPanel } from './operator-ledger.tsx'
import { PaymentsPanel } from './operator-payments.tsx'
import { PayoutsPanel } from './operator-payouts.tsx'

const panels = {
  attention: AttentionPanel,
  payments: PaymentsPanel,
  payouts: PayoutsPanel,
  credit: CreditPanel,
  ledger: LedgerPanel,
}
const keys = keysOf(panels)

export function OperatorMoney() {
  const { money, books } = useText()
  const [search, setSearch] = useSearchParams()
  const active = keys.find((key) => key === search.get('show')) ?? 'attention'
  const Panel = panels[active]
  return (
    <Page
      title={money.operator.title}
      width="wide"
      actions={
        <ButtonLink to={linkTo('operatorStatements')} icon="recycle">
          {money.operator.recyclops}
        </ButtonLink>
      }
    >
      <Tabs
        label={money.operator.title}
        tabs={keys.map((key) => ({
          key,
          label: key === 'attention' ? books.attention.tab : money.operator.tabs[key],
        }))}
        active={active}
        onSelect={(show) => setSearch({ show }, { replace: true })}
      >
        <Panel />
      </Tabs>
    </Page>
  )
}
