/** Who the demo's city is on its papers, from before its first one. */
import { readMarket } from '#server/markets/read-markets.ts'
import { saveLetterhead } from '#server/markets/save-letterhead.ts'
import { saveMarket } from '#server/markets/save-market.ts'
import { attempt, type World } from './world.ts'

/** No name, number or address of anybody: 555-01xx is kept for stories, and `.test` for examples. */
const LETTERHEAD = {
  legalName: 'Crew Denver LLC',
  postalAddress: '1801 California Street, Suite 2400\nDenver, CO 80202',
  taxNumber: '00-1234567',
}
const SUPPORT = { supportEmail: 'denver@crew.test', supportPhone: '(303) 555-0142' }

export async function prepareLetterhead(world: World): Promise<void> {
  const { operator } = world
  const { marketId } = operator
  await attempt(world, 'save letterhead', async (app) => {
    await saveLetterhead(app, operator, { ...LETTERHEAD, marketId, basedOn: 0 })
    const { center, area, ...market } = await readMarket(app, operator, marketId)
    if (center === null || area === null) return
    const ground = { type: 'MultiPolygon', coordinates: area }
    await saveMarket(app, operator, { ...market, ...SUPPORT, marketId, center, area: ground })
  })
}
