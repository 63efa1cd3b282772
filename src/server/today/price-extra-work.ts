/** What extra work costs. */
import type { PhotoId, VisitId } from '#domain/ids.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { type Cents, cents } from '#domain/money.ts'
import { refuseAmountOfExtra } from '#domain/pricing/extra-work.ts'
import { countUnits } from '#domain/pricing/unit-texts.ts'
import { settingsOn } from '#domain/settings/book.ts'
import type { Db } from '../db/client.ts'
import { nameIn, unitIn } from '../db/names.ts'
import { readRateCard } from '../prices/queries.ts'
import { Refused } from '../refused.ts'
import { settingsTimeline } from '../settings/read-settings.ts'
import { findService, listServiceKeys } from './extra-queries.ts'
import type { ActFacts } from './queries.ts'

export type Proposal = {
  readonly visitId: VisitId
  readonly serviceKey?: string | undefined
  readonly quantity: number
  readonly note?: string | undefined
  readonly amountCents?: Cents | undefined
  readonly photoId?: PhotoId | undefined
}

/** The catalogue's unit price at this place, or the crew's own within bounds. */
export async function priceOfProposal(db: Db, facts: ActFacts, proposal: Proposal) {
  const { serviceKey, quantity, note } = proposal
  const settings = settingsOn(await settingsTimeline(db, facts.market_id), facts.date, facts.time_zone)
  if (serviceKey === undefined) {
    const refusal = refuseAmountOfExtra(proposal.amountCents!, settings)
    if (refusal !== null) throw new Refused(refusal.refused, { at: 'amountCents' })
    return { note: inEachLanguage(() => note!), amountCents: proposal.amountCents! }
  }
  const unitCents = (await unitPrices(db, facts)).find((each) => each.serviceKey === serviceKey)?.unitCents
  if (unitCents === undefined) throw new Refused('no_price', { at: 'serviceKey' })
  const service = await findService(db, serviceKey)
  const name = (language: Language) =>
    quantity === 1
      ? nameIn(language, service)
      : `${nameIn(language, service)}, ${countUnits[language](quantity, unitIn(language, service))}`
  const amountCents = cents(unitCents * quantity)
  const refusal = refuseAmountOfExtra(amountCents, settings)
  if (refusal !== null) throw new Refused(refusal.refused, { at: 'quantity' })
  const named = inEachLanguage((language) =>
    note === undefined ? name(language) : `${name(language)}: ${note}`,
  )
  return { note: named, amountCents }
}

/** What one more of each service costs at the visit's place. */
export async function unitPrices(db: Db, facts: ActFacts) {
  const book = await readRateCard(db, { propertyIds: [facts.property_id], groupIds: [facts.group_id] })
  const serviceKeys = await listServiceKeys(db)
  return serviceKeys.flatMap((key) => {
    const price = book.pick({
      serviceKey: key,
      propertyId: facts.property_id,
      groupId: facts.group_id,
      zone: facts.time_zone,
      date: facts.date,
    })
    return price === null || price.unitCents === 0 ? [] : [{ serviceKey: key, unitCents: price.unitCents }]
  })
}
