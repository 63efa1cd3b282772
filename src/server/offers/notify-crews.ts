/** Notifies crews of work that they could take: once for a wave, however many visits are in it. */

import type { OfferId, UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { addCents, formatCents } from '#domain/money.ts'
import { longDayText, timeText } from '#domain/notifications/clock-texts.ts'
import { type Instant, instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type Notice, type NoticeTexts, notifyAll } from '../notices/notify.ts'
import type { SentWave } from './queries.ts'
import { offerTexts } from './texts.ts'

type Sent = { readonly offerId: OfferId; readonly wave: SentWave }

export async function notifyCrewsOfOffers(
  db: Db,
  notice: {
    waves: readonly SentWave[]
    offers: readonly { id: OfferId; visitId: VisitId; crewId: UserId }[]
    now: Instant
  },
): Promise<void> {
  const { waves, offers, now } = notice
  const waveOf = new Map(waves.map((wave) => [wave.visit.id, wave]))
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
      texts: isOne ? textsForOne(first) : textsForMany(mine),
      url: isOne ? `/offer/${first.offerId}` : '/',
      now,
      // What nobody can answer any more is not sent, say by a mail that waited for the morning.
      until: instant(Math.max(...mine.map(({ wave }) => wave.expiresAt))),
      ...(isOne ? { visitId: first.wave.visit.id } : {}),
    }
  })
  await notifyAll(db, notices)
}

function textsForOne({ wave }: Sent): NoticeTexts {
  const { visit, payCents, expiresAt } = wave
  return inEachLanguage((language) =>
    offerTexts[language].offer({
      service: visit.serviceName[language],
      neighbourhood: visit.neighbourhood,
      pay: formatCents(payCents),
      day: longDayText(visit.date, language),
      until: timeText(expiresAt, visit.zone, language),
    }),
  )
}

function textsForMany(mine: readonly Sent[]): NoticeTexts {
  const pay = formatCents(addCents(...mine.map(({ wave }) => wave.payCents)))
  return inEachLanguage((language) => offerTexts[language].offers(mine.length, pay))
}
