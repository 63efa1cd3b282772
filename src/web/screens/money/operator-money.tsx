/** The operator's money: the ledger and its proof, every payment with refunds, every payout. */
import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { LedgerPanel } from './operator-ledger.tsx'
import { PaymentsPanel } from './operator-payments.tsx'
import { PayoutsPanel } from './operator-payouts.tsx'

const panels = { ledger: LedgerPanel, payments: PaymentsPanel, payouts: PayoutsPanel }
type PanelKey = keyof typeof panels

export function OperatorMoney() {
  const { money } = useText()
  const [active, setActive] = useState<PanelKey>('ledger')
  const Panel = panels[active]
  return (
    <Page title={money.operator.title} width="wide">
      <Tabs
        label={money.operator.title}
        tabs={(Object.keys(panels) as PanelKey[]).map((key) => ({ key, label: money.operator.tabs[key] }))}
        active={active}
        onSelect={setActive}
      >
        <Panel />
      </Tabs>
    </Page>
  )
}
