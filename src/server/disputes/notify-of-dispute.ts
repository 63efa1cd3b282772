/** Who is notified of a dispute, and how. What the other side wrote is on the page, not in the mail. */

import type { DisputeState } from '#domain/disputes/graph.ts'
import type { DisputeId, UserId, VisitId } from '#domain/ids.ts'
import { inEachLanguage } from '#domain/language.ts'
import { type Cents, formatCents } from '#domain/money.ts'
import type { Instant } from '#domain/time.ts'
import type { Db } from '../db/client.ts'
import { type NoticeTexts, notify } from '../notices/notify.ts'
import { disputeTexts } from './texts.ts'

type About = {
  readonly disputeId: DisputeId
  readonly visitId: VisitId
  readonly crewId: UserId
  readonly now: Instant
}

export async function notifyCrewOfDispute(db: Db, about: About): Promise<void> {
  await notify(db, {
    to: about.crewId,
    event: 'dispute',
    key: `dispute:${about.disputeId}:reported`,
    texts: inEachLanguage((language) => disputeTexts[language].reported),
    url: `/visit/${about.visitId}`,
    visitId: about.visitId,
    now: about.now,
  })
}

export async function notifyOfDecision(
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
  await notify(db, { ...common, to: customerId, texts: textsForCustomer(decided) })
  await notify(db, {
    ...common,
    to: crewId,
    texts: inEachLanguage((language) => disputeTexts[language].decidedForCrew),
  })
}

function textsForCustomer(decided: {
  readonly state: DisputeState
  readonly amountCents: Cents | null
}): NoticeTexts {
  const { state, amountCents } = decided
  return inEachLanguage((language) => {
    const texts = disputeTexts[language]
    if (state === 'refunded') return texts.refunded(formatCents(amountCents!))
    return state === 'redo' ? texts.redo : texts.decided
  })
}
