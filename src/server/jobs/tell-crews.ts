/** Crews hear, each in its language, when a customer changes what they were to do. */
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { dayWords } from '#domain/notifications/clock-words.ts'
import { type Instant, isLocalDate } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { notifyAll } from '../notices/notify.ts'

export type JobNews = 'cancelled' | 'changed' | 'moved' | 'paused' | 'resumed' | 'skipped' | 'unskipped'

const WORDS: Record<JobNews, Record<Language, { subject: string; text: string }>> = {
  cancelled: {
    en: {
      subject: 'A weekly job ended',
      text: 'The customer ended this weekly job; its visits are off your list.',
    },
    es: {
      subject: 'Terminó un trabajo semanal',
      text: 'El cliente terminó este trabajo semanal; sus visitas salieron de tu lista.',
    },
  },
  changed: {
    en: {
      subject: 'A weekly job changed',
      text: 'The customer changed this weekly job. Please look at your visits.',
    },
    es: {
      subject: 'Cambió un trabajo semanal',
      text: 'El cliente cambió este trabajo semanal. Revisa tus visitas.',
    },
  },
  moved: {
    en: {
      subject: 'A visit moved',
      text: 'The customer moved one visit of this weekly job. Please look at your visits and confirm it again.',
    },
    es: {
      subject: 'Se movió una visita',
      text: 'El cliente movió una visita de este trabajo semanal. Revisa tus visitas y confírmala de nuevo.',
    },
  },
  paused: {
    en: { subject: 'A weekly job pauses', text: 'This weekly job pauses; it stays yours when it goes on.' },
    es: {
      subject: 'Se pausa un trabajo semanal',
      text: 'Este trabajo semanal se pausa; sigue siendo tuyo cuando continúe.',
    },
  },
  resumed: {
    en: { subject: 'A weekly job goes on', text: 'This weekly job goes on. Please look at your visits.' },
    es: {
      subject: 'Continúa un trabajo semanal',
      text: 'Este trabajo semanal continúa. Revisa tus visitas.',
    },
  },
  unskipped: {
    en: {
      subject: 'A skipped visit is back',
      text: 'The customer put a skipped date of this weekly job back.',
    },
    es: {
      subject: 'Vuelve una visita omitida',
      text: 'El cliente repuso una fecha omitida de este trabajo semanal.',
    },
  },
  skipped: {
    en: { subject: 'A visit is skipped', text: 'The customer skipped one date of this weekly job.' },
    es: { subject: 'Se omite una visita', text: 'El cliente omitió una fecha de este trabajo semanal.' },
  },
}

/** One notice per crew, in the caller's transaction. `key` says what happened, so that it is told once. */
export async function tellCrews(
  app: App,
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
  const words = { en: wordsIn('en', news), es: wordsIn('es', news) }
  await notifyAll(
    app,
    db,
    news.crewIds.map((to) => ({ to, event: 'job_changed', key, words, url: '/jobs-list', now })),
  )
}

type Where = { readonly what: JobNews; readonly place: string; readonly date?: string }

function wordsIn(locale: Language, { what, place, date }: Where): { title: string; text: string } {
  const { subject, text } = WORDS[what][locale]
  const day = date !== undefined && isLocalDate(date) ? dayWords(date, locale) : date
  return { title: subject, text: `${text}\n${day === undefined ? place : `${place}, ${day}`}` }
}
