/** Notifies crews, each in its language, when a customer changes what they were to do. */
import type { UserId } from '#domain/ids.ts'
import { inEachLanguage, type Language } from '#domain/language.ts'
import { dayText } from '#domain/notifications/clock-texts.ts'
import { type Instant, isLocalDate } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'
import { jobTexts } from './texts.ts'

export type JobNews = keyof typeof jobTexts.en

export type NotifyCrews = typeof notifyCrews

/** One notice per crew, in the caller's transaction. `key` names what happened, so that it is notified once. */
export async function notifyCrews(
  db: Db,
  news: {
    readonly key: string
    readonly what: JobNews
    readonly place: string
    readonly date?: string
    readonly crewIds: readonly UserId[]
    readonly now: Instant
  },
): Promise<void> {
  const { key, now } = news
  const texts = inEachLanguage((language) => textsIn(language, news))
  await notifyAll(
    db,
    news.crewIds.map((to) => ({ to, event: 'job_changed', key, texts, url: '/jobs-list', now })),
  )
}

type Where = { readonly what: JobNews; readonly place: string; readonly date?: string }

function textsIn(locale: Language, { what, place, date }: Where): { title: string; text: string } {
  const { title, text } = jobTexts[locale][what]
  const day = date !== undefined && isLocalDate(date) ? dayText(date, locale) : date
  return { title, text: `${text}\n${day === undefined ? place : `${place}, ${day}`}` }
}
