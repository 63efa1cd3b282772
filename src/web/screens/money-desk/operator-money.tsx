/** The operator's money: the ledger and its proof, every payment with refunds, every payout. */

import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { useText } from '#web/text/store.ts'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { linkTo } from '#web/urls.ts'
import { CreditPanel } from './operator-credit.tsx'
import { LedgerPanel } from './operator-ledger.tsx'
import { PaymentsPanel } from './operator-payments.tsx'
import { PayoutsPanel } from './operator-payouts.tsx'

const panels = { ledger: LedgerPanel, payments: PaymentsPanel, payouts: PayoutsPanel, credit: CreditPanel }
const keys = keysOf(panels)

export function OperatorMoney() {
  const { money } = useText()
  const [search, setSearch] = useSearchParams()
  const active = keys.find((key) => key === search.get('show')) ?? 'ledger'
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
        tabs={keys.map((key) => ({ key, label: money.operator.tabs[key] }))}
        active={active}
        onSelect={(show) => setSearch({ show }, { replace: true })}
      >
        <Panel />
      </Tabs>
    </Page>
  )
}
