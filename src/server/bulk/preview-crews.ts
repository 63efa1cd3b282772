/** What choosing crews for many places means to each weekly job there: no visit and no price changes. */
import { isDeepStrictEqual } from 'node:util'
import { firstName } from '#domain/accounts/first-name.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { BulkCrews } from '#domain/portfolio/bulk.ts'
import type { Language } from '#domain/language.ts'
import { findAbilities, findChosenCrews } from '../crews/chosen-queries.ts'
import type { Db } from '../db/client.ts'
import type { LockedJob } from '../jobs/job-queries.ts'
import { bulkTexts } from './texts.ts'

type Choice = { readonly job: LockedJob; readonly outcome: 'changes' | 'same'; readonly note: string }

/** Of two jobs at one place the first changes it; `behind` are the places of those that came before. */
export async function previewChoices(
  db: Db,
  jobs: readonly LockedJob[],
  { change, behind, locale }: { change: BulkCrews; behind: Set<PropertyId>; locale: Language },
): Promise<Choice[]> {
  const chosen = await findChosenCrews(
    db,
    jobs.map((job) => job.property_id),
  )
  const crews = await findAbilities(db, change.crewIds)
  return jobs.map((job) => {
    const { property_id: propertyId, service_key: serviceKey, state } = job
    const isSo = isDeepStrictEqual(chosen.get(propertyId) ?? [], change.crewIds)
    if (state === 'cancelled' || isSo || behind.has(propertyId)) return { job, outcome: 'same', note: '' }
    behind.add(propertyId)
    const unable = crews.filter(({ services }) => !services.includes(serviceKey))
    const note = unable.map(({ name }) => bulkTexts[locale].notTheirs(firstName(name))).join(' ')
    return { job, outcome: 'changes', note }
  })
}
