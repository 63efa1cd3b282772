/** Crews hear of work that they could take: once for a wave, however many visits are in it. */
import type { UserId } from '#domain/ids.ts'
import type { Language } from '#domain/language.ts'
import { addCents, type Cents, formatCents } from '#domain/money.ts'
import { type Instant, instant, type LocalDate, timeAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type Notice, notifyAll } from '../notices/notify.ts'
import type { OfferedVisit } from './offered-visits.ts'

export type SentWave = {
  readonly visit: OfferedVisit
  readonly crewIds: readonly UserId[]
  readonly wave: number
  readonly isStanding: boolean
  /** The raise included. */
  readonly payCents: Cents
  readonly raiseCents: Cents
  readonly expiresAt: Instant
}

type Sent = { readonly offerId: string; readonly wave: SentWave }

export async function tellCrewsOfOffers(
  app: App,
  db: Db,
  told: {
    waves: readonly SentWave[]
    offers: readonly { id: string; visitId: string; crewId: UserId }[]
    now: Instant
  },
): Promise<void> {
  const { waves, offers, now } = told
  const waveOf = new Map(waves.map((wave) => [wave.visit.id as string, wave]))
  const sent = offers.flatMap(({ id, visitId, crewId }) => {
    const wave = waveOf.get(visitId)
    return wave === undefined ? [] : [{ crewId, offerId: id, wave }]
  })
  const notices = [...Map.groupBy(sent, (each) => each.crewId)].map(([crewId, mine]): Notice => {
    const first = mine[0]!
    const isOne = mine.length === 1
    return {
      to: crewId,
      event: 'offer',
      key: `offer:${first.offerId}`,
      words: isOne ? wordsForOne(first) : wordsForMany(mine),
      url: isOne ? `/offer/${first.offerId}` : '/',
      now,
      // What nobody can answer any more is not sent, say by a mail that waited for the morning.
      until: instant(Math.max(...mine.map(({ wave }) => wave.expiresAt))),
      ...(isOne ? { visitId: first.wave.visit.id } : {}),
    }
  })
  await notifyAll(app, db, notices)
}

type Words = Readonly<Record<Language, { title: string; text: string }>>

/** No more of the place than the crew may know before it accepts: its neighbourhood. */
function wordsForOne({ wave }: Sent): Words {
  const { visit, payCents, expiresAt } = wave
  const [pay, until] = [formatCents(payCents), timeAt(expiresAt, visit.zone)]
  const area = visit.neighbourhood === null ? '' : `, ${visit.neighbourhood}`
  return {
    en: {
      title: `Work for you: ${visit.serviceName.en}${area}, ${pay}`,
      text: `${dayIn('en', visit.date)}. Answer by ${until}; the first to accept gets it.`,
    },
    es: {
      title: `Trabajo para ti: ${visit.serviceName.es}${area}, ${pay}`,
      text: `${dayIn('es', visit.date)}. Responde antes de las ${until}; lo obtiene quien acepte primero.`,
    },
  }
}

function wordsForMany(mine: readonly Sent[]): Words {
  const pay = formatCents(addCents(...mine.map(({ wave }) => wave.payCents)))
  return {
    en: {
      title: `${mine.length} jobs for you`,
      text: `Together they pay ${pay}. The first to accept gets each.`,
    },
    es: {
      title: `${mine.length} trabajos para ti`,
      text: `Juntos pagan ${pay}. Cada uno es de quien acepte primero.`,
    },
  }
}

function dayIn(locale: Language, date: LocalDate): string {
  return new Intl.DateTimeFormat(locale === 'es' ? 'es-US' : 'en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00:00Z`))
}
