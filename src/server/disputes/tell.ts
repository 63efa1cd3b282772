/** Who hears of a dispute, and how. Words of the other side are on the page, not in the mail. */
import type { DisputeState } from '#domain/disputes/graph.ts'
import type { UserId, VisitId } from '#domain/ids.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import type { Db } from '../db/client.ts'
import { type NoticeWords, notify } from '../notices/notify.ts'

type About = {
  readonly disputeId: string
  readonly visitId: VisitId
  readonly crewId: UserId
  readonly now: Instant
}

export async function tellCrewOfReport(app: App, db: Db, about: About): Promise<void> {
  await notify(app, db, {
    to: about.crewId,
    event: 'dispute',
    key: `dispute:${about.disputeId}:reported`,
    words: {
      en: {
        title: 'A customer reported a problem',
        text: 'Please tell us your side before we decide.',
      },
      es: {
        title: 'Un cliente reportó un problema',
        text: 'Cuéntanos tu versión antes de que decidamos.',
      },
    },
    url: `/visit/${about.visitId}`,
    visitId: about.visitId,
    now: about.now,
  })
}

export async function tellOfDecision(
  app: App,
  db: Db,
  decided: About & {
    readonly customerId: UserId
    readonly state: DisputeState
    readonly amountCents: Cents | null
  },
): Promise<void> {
  const { disputeId, visitId, customerId, crewId, now } = decided
  const common = {
    event: 'dispute',
    key: `dispute:${disputeId}:decided`,
    url: `/visit/${visitId}`,
    visitId,
    now,
  } as const
  await notify(app, db, { ...common, to: customerId, words: wordsForCustomer(decided) })
  await notify(app, db, { ...common, to: crewId, words: WORDS_FOR_CREW })
}

const WORDS_FOR_CREW: NoticeWords = {
  en: { title: 'A report was decided', text: 'A problem that a customer reported was decided. See how.' },
  es: {
    title: 'Se decidió un reporte',
    text: 'Se decidió un problema que un cliente reportó. Mira cómo.',
  },
}

function wordsForCustomer({
  state,
  amountCents,
}: {
  readonly state: DisputeState
  readonly amountCents: Cents | null
}): NoticeWords {
  if (state === 'refunded') {
    const amount = formatCents(amountCents!)
    return {
      en: {
        title: `You get ${amount} back`,
        text: `We are sorry that the visit was not right. ${amount} is yours.`,
      },
      es: {
        title: `Te devolvemos ${amount}`,
        text: `Lamentamos que la visita no saliera bien. ${amount} son tuyos.`,
      },
    }
  }
  if (state === 'redo')
    return {
      en: { title: 'We do it once more', text: 'The work is done again, at no cost. See when.' },
      es: { title: 'Lo hacemos otra vez', text: 'El trabajo se repite sin costo. Mira cuándo.' },
    }
  return {
    en: { title: 'Your report was decided', text: 'We looked at your report. See what we found.' },
    es: { title: 'Se decidió tu reporte', text: 'Revisamos tu reporte. Mira qué encontramos.' },
  }
}
