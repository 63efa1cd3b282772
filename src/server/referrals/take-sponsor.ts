import { judgeSponsorship } from '#domain/commissions/attribution.ts'
import { isStrong, sharedTraits } from '#domain/commissions/identity.ts'
import type { UserId } from '#domain/ids.ts'
import type { RefusalReason } from '#domain/refusals.ts'
import type { Instant } from '#domain/time.ts'
import { recordAudit } from '../audit/queries.ts'
import type { Db } from '../db/client.ts'
import { identitiesOf, saveSponsor } from './identity-queries.ts'
import { saveReview } from './review-queries.ts'

/**
 * An unknown or self-referring sponsor keeps nobody from registering: there is just no sponsor, the newcomer is told
 * why, and the operator sees it. A coupon code that is somebody's own code names the sponsor, too (seed §5).
 */
export async function takeSponsor(
  db: Db,
  { newcomerId, sponsorId, now }: { newcomerId: UserId; sponsorId: UserId; now: Instant },
): Promise<RefusalReason | null> {
  const identities = await identitiesOf(db, [newcomerId, sponsorId])
  const reasons = sharedTraits(identities.get(newcomerId)!, identities.get(sponsorId)!)
  const sponsorship = judgeSponsorship(reasons, [])
  if (sponsorship !== 'refused') await saveSponsor(db, newcomerId, sponsorId)
  if (sponsorship === 'clear') return null
  await saveReview(db, {
    broughtId: newcomerId,
    sponsorId,
    state: sponsorship,
    reasons,
    refusalId: null,
    now,
  })
  await recordAudit(db, {
    actorId: null,
    concerns: newcomerId,
    at: now,
    action: `sponsor_${sponsorship}`,
    subject: newcomerId,
    detail: { sponsorId, reasons },
  })
  return sponsorship === 'refused' ? reasons.find(isStrong)! : null
}
