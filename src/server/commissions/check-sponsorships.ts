/**
 * Looks at sponsorships again: what two accounts share may have come after one brought the other. What an operator must
 * look at is parked, what nobody shares with another person is refused, and what was not paid yet goes back.
 */
import { randomUUID } from 'node:crypto'
import { judgeSponsorship, type Sponsorship } from '#domain/commissions/attribution.ts'
import { type SharedTrait, sharedTraits } from '#domain/commissions/identity.ts'
import type { UserId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Db } from '../db/client.ts'
import {
  identitiesOf,
  keepMark,
  listPairsSharing,
  type MarkKind,
  type Pair,
  saveSponsor,
} from '../referrals/identity-queries.ts'
import { findReviews, type Review, saveReview } from '../referrals/review-queries.ts'
import { refuseUnpaid } from './refuse-commissions.ts'

/** Where each sponsorship stands now, by who was brought. */
export async function checkSponsorships(
  db: Db,
  pairs: readonly Pair[],
  now: Instant,
): Promise<ReadonlyMap<UserId, Sponsorship>> {
  const identities = await identitiesOf(db, [
    ...new Set(pairs.flatMap(({ broughtId, sponsorId }) => [broughtId, sponsorId])),
  ])
  const known = await findReviews(
    db,
    pairs.map(({ broughtId }) => broughtId),
  )
  const reviews = new Map(known.map((review) => [review.brought_id, review]))
  const standing = new Map<UserId, Sponsorship>()
  for (const pair of pairs) {
    if (standing.has(pair.broughtId)) continue
    const brought = identities.get(pair.broughtId)
    const sponsor = identities.get(pair.sponsorId)
    if (brought === undefined || sponsor === undefined) continue
    const review = reviews.get(pair.broughtId)
    const found = { pair, reasons: sharedTraits(brought, sponsor), review }
    standing.set(pair.broughtId, await settle(db, found, now))
  }
  return standing
}

/** A card or bank account is somebody's from now on; whoever shares it sponsors nobody who has it, too. */
export async function noteMark(
  db: Db,
  mark: { readonly userId: UserId; readonly kind: MarkKind; readonly mark: string; readonly now: Instant },
): Promise<void> {
  await keepMark(db, mark)
  const pairs = await listPairsSharing(db, mark)
  if (pairs.length > 0) await checkSponsorships(db, pairs, mark.now)
}

async function settle(
  db: Db,
  { pair, reasons, review }: { pair: Pair; reasons: SharedTrait[]; review: Review | undefined },
  now: Instant,
): Promise<Sponsorship> {
  if (review?.state === 'refused') return 'refused'
  const verdict = judgeSponsorship(reasons, review?.allowed ?? [])
  // What is parked waits for a person, also where the reason is gone by now.
  if (verdict === 'clear' || (verdict === 'parked' && review?.state === 'parked'))
    return review?.state === 'parked' ? 'parked' : 'clear'
  const refusalId = verdict === 'refused' ? randomUUID() : null
  await saveReview(db, { ...pair, state: verdict, reasons, refusalId, now })
  await recordAudit(db, {
    actorId: null,
    concerns: pair.broughtId,
    at: now,
    action: `sponsor_${verdict}`,
    subject: pair.broughtId,
    detail: { sponsorId: pair.sponsorId, reasons },
  })
  if (refusalId === null) return verdict
  await saveSponsor(db, pair.broughtId, null)
  await refuseUnpaid(db, pair, refusalId, now)
  return verdict
}
