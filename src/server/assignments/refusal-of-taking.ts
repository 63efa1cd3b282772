import type { Language } from '#domain/language.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import { nameIn } from '../db/names.ts'
import { failureOf, Refused } from '../refused.ts'
import type { LockedJob } from './queries.ts'
import { assignmentTexts } from './texts.ts'

type RefusedStop = { readonly reason: RefusalReason; readonly job: LockedJob; readonly path: string }

/** One refusal for all stops that cannot be had: its sentence names those that others took, its fields name each. */
export function refusalOfTaking(stops: readonly RefusedStop[], locale: Language): Refused {
  const fields = Object.fromEntries(stops.map((stop) => [stop.path, sentenceOf(stop.reason, locale)]))
  const lost = stops.filter((stop) => stop.reason === 'offer_taken' || stop.reason === 'no_longer_open')
  if (lost.length === 0) return new Refused(stops[0]!.reason, { fields })
  const isTaken = lost.every((stop) => stop.reason === 'offer_taken')
  const names = lost.map((stop) => nameOf(stop.job, locale)).join('; ')
  return new Refused(isTaken ? 'offer_taken' : 'no_longer_open', {
    fields,
    sentence: assignmentTexts[locale].lost(names),
  })
}

/** As the crew saw it before: the service and the neighbourhood, no address. */
function nameOf(job: LockedJob, locale: Language): string {
  const service = nameIn(locale, job)
  return job.neighbourhood === null ? service : `${service}, ${job.neighbourhood}`
}

function sentenceOf(reason: RefusalReason, locale: Language): string {
  return failureOf(new Refused(reason), locale).error
}
