/** A crew hears of a pickup of its own that a stay took away, brought back or put after its check-out, and why. */
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import type { StandingRow } from '../jobs/visit-queries.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import { pickupTexts } from './texts.ts'

type Changed = {
  readonly place: string
  readonly before: readonly StandingRow[]
  readonly after: readonly StandingRow[]
  readonly now: Instant
}

type News = { readonly what: keyof typeof pickupTexts.en; readonly to: UserId | null }

export async function notifyOfPickups(db: Db, { place, before, after, now }: Changed): Promise<void> {
  const known = new Map(before.map((visit) => [visit.id, visit]))
  const notices = after.flatMap((visit): Notice[] => {
    const news = newsOf(known.get(visit.id), visit)
    if (news === null || news.to === null) return []
    const texts = inEachLanguage((language) => {
      const { title, text } = pickupTexts[language][news.what]
      return { title, text: `${text}\n${place}, ${dayText(visit.date, language)}` }
    })
    const key = `pickup-${news.what}:${visit.id}:${now}`
    return [{ to: news.to, event: 'job_changed', key, texts, url: '/jobs-list', now }]
  })
  await notifyAll(db, notices)
}

function newsOf(before: StandingRow | undefined, after: StandingRow): News | null {
  if (before === undefined) return after.crewId === null ? null : { what: 'extra', to: after.crewId }
  if (before.state !== 'skipped' && after.state === 'skipped') return { what: 'vacant', to: before.crewId }
  if (before.state === 'skipped' && after.state !== 'skipped') return { what: 'occupied', to: after.crewId }
  if (after.state === 'skipped' || before.startsAt === after.startsAt) return null
  return { what: 'hours', to: after.crewId }
}
