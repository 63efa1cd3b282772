/**
 * What a calendar app reads at a secret address. Who has the address may be anybody by now: it shows when which work is
 * done where, and nothing that opens a door, reaches a person or names a price.
 */
import { createHash } from 'node:crypto'
import { firstName } from '#domain/accounts/first-name.ts'
import {
  CALENDAR_COMING_DAYS,
  CALENDAR_PAST_DAYS,
  type CalendarEvent,
  calendarText,
} from '#domain/calendars/calendar-text.ts'
import type { Language } from '#domain/language.ts'
import { ownUid } from '#domain/stays/own-events.ts'
import { addDays, dateAt, instantAt, localTime } from '#domain/time.ts'
import type { App } from '../app.ts'
import { findCalendar, listCalendarVisits, markRead } from './queries.ts'
import { calendarIn, isGenuine } from './sign-address.ts'
import { calendarTexts } from './texts.ts'

type Visit = Awaited<ReturnType<typeof listCalendarVisits>>[number]
type Reader = { readonly language: Language; readonly isCrew: boolean; readonly origin: string }

/** Null for an address that leads nowhere, never did, or was taken back: they look alike. */
export async function writeCalendar(app: App, token: string): Promise<{ text: string; mark: string } | null> {
  const { db, config } = app
  const calendarId = calendarIn(token)
  const row = calendarId === null ? undefined : await findCalendar(db, calendarId)
  if (row === undefined || !isGenuine(config, row, token)) return null
  const now = app.ports.clock.now()
  const today = dateAt(now, row.time_zone)
  const visits = await listCalendarVisits(db, {
    kind: row.kind,
    groupId: row.group_id,
    propertyId: row.property_id,
    userId: row.user_id,
    from: addDays(today, -CALENDAR_PAST_DAYS),
    to: addDays(today, CALENDAR_COMING_DAYS),
  })
  await markRead(db, row.id, now)
  const language = row.locale
  const reader = { language, isCrew: row.kind === 'work', origin: config.http.origin }
  const name = calendarTexts[language].names[row.kind](row.name ?? '')
  const text = calendarText({ name, events: visits.map((visit) => eventOf(visit, reader)) })
  return { text, mark: createHash('sha256').update(text).digest('base64url').slice(0, 27) }
}

function eventOf(visit: Visit, { language, isCrew, origin }: Reader): CalendarEvent {
  const texts = calendarTexts[language]
  const service = { en: visit.name_en, es: visit.name_es }[language]
  const crew = isCrew || visit.crew_name === null ? [] : [texts.crew(firstName(visit.crew_name))]
  const quantity = visit.quantity === 1 ? [] : [texts.quantity(visit.quantity)]
  return {
    uid: ownUid(visit.id),
    sequence: visit.revision,
    revisedAt: visit.revised_at,
    title: `${service} · ${visit.property_name}`,
    details: [texts.states[visit.state], ...crew, ...quantity].join('\n'),
    where: visit.address ?? visit.property_name,
    at: { lat: visit.lat, lng: visit.lng },
    url: `${origin}/visit/${visit.id}`,
    status: statusOf(visit),
    takesTime: isCrew,
    date: visit.date,
    hours: isWholeDay(visit) ? null : { startsAt: visit.starts_at, endsAt: visit.ends_at },
    zone: visit.time_zone,
  }
}

function statusOf({ state, crew_name }: Visit): CalendarEvent['status'] {
  if (state === 'cancelled' || state === 'skipped') return 'cancelled'
  return state === 'scheduled' && crew_name === null ? 'tentative' : 'confirmed'
}

/** From midnight to midnight of the place, or further: anytime that day. */
function isWholeDay({ date, starts_at, ends_at, time_zone }: Visit): boolean {
  return (
    starts_at === instantAt(date, localTime('00:00'), time_zone) &&
    ends_at >= instantAt(date, localTime('24:00'), time_zone)
  )
}
