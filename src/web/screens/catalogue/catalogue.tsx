/** What is sold and for how much, and every number by which the business runs. */
import { useSearchParams } from 'react-router'
import { Only } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { CouponsPart } from './coupons-part.tsx'
import { PricesPart } from './prices-part.tsx'
import { ServicesPart } from './services-part.tsx'
import { SettingsPart } from './settings-part.tsx'

const SHOWN = ['prices', 'services', 'coupons', 'settings'] as const

export function Catalogue() {
  const { catalogue } = useText()
  const [search, setSearch] = useSearchParams()
  const active = SHOWN.find((each) => each === search.get('show')) ?? 'prices'
  return (
    <Page title={catalogue.title} width="wide">
      <Tabs
        label={catalogue.title}
        tabs={SHOWN.map((key) => ({ key, label: catalogue.tabs[key] }))}
        active={active}
        onSelect={(show) => setSearch({ show }, { replace: true })}
      >
        <Only may="catalogue" isSaid />
        {active === 'prices' && <PricesPart />}
        {active === 'services' && <ServicesPart />}
        {active === 'coupons' && <CouponsPart />}
        {active === 'settings' && <SettingsPart />}
      </Tabs>
    </Page>
  )
}
