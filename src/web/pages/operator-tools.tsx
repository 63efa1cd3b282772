/** What is there on every page of an operator: the search, and which city is on the desk. */

import { MarketSwitch } from '#web/screens/markets/market-switch.tsx'
import { SearchKey } from '#web/screens/search/search-key.tsx'

export function OperatorTools({ isRow }: { isRow?: boolean }) {
  return (
    <>
      {isRow && <MarketSwitch />}
      <SearchKey isRow={isRow} />
    </>
  )
}
