/** A crew says that a supply is, or is not, running low: its customer is notified once, until it is refilled. */
import type { ListItem } from '#domain/checklists/items.ts'
import { supplyStep } from '#domain/checklists/supplies.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { insertLow, lockLow, removeLow, type Supply, setWithdrawn } from './supply-queries.ts'
import { checklistTexts } from './texts.ts'

type Report = {
  readonly supply: Supply
  readonly item: ListItem
  readonly visitId: VisitId
  readonly customerId: UserId
  readonly placeName: string
  readonly isLow: boolean
  readonly now: Instant
}

/** In the caller's transaction. */
export async function reportSupply(db: Db, report: Report): Promise<void> {
  const { supply, item, visitId, isLow, now } = report
  const row = { words: item.words, visitId, now }
  if (isLow && (await insertLow(db, supply, row))) return notifyOfLow(db, report)
  const known = await lockLow(db, supply)
  const step = supplyStep(known, visitId, { isLow })
  if (step === 'withdraw' || step === 'show_again') await setWithdrawn(db, supply, step === 'withdraw')
  if (step !== 'tell') return
  await removeLow(db, supply)
  await insertLow(db, supply, row)
  await notifyOfLow(db, report)
}

async function notifyOfLow(db: Db, { supply, item, customerId, placeName, now }: Report): Promise<void> {
  await notify(db, {
    to: customerId,
    event: 'supply_low',
    key: `supply-low:${supply.propertyId}:${supply.serviceKey}:${supply.key}:${now}`,
    texts: inEachLanguage((language) =>
      checklistTexts[language].low({ supply: item.words[language], place: placeName }),
    ),
    url: `/property/${supply.propertyId}`,
    now,
  })
}
