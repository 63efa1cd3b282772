import { type Reply, useEndpoint } from '#web/api.ts'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { referralCodes } from './referral.ts'

/** Says by name whose invitation or which coupon is applied. */
export function ReferralNote() {
  const { onboarding } = useText()
  const format = useFormat()
  const { coupon, sponsor } = referralCodes()
  const body = { ...(coupon ? { coupon } : {}), ...(sponsor || coupon ? { sponsor: sponsor ?? coupon } : {}) }
  const code = useEndpoint(
    'POST /api/check-code',
    { body },
    { isEnabled: Boolean(coupon ?? sponsor), staleMs: 300_000 },
  )
  if (!code.data?.coupon && !code.data?.sponsor) return null
  return (
    <Banner tone={code.data.coupon?.fault ? 'warn' : 'good'} icon="gift">
      {code.data.sponsor && <p>{onboarding.referral.sponsor(code.data.sponsor.firstName)}</p>}
      {code.data.coupon && <p>{couponSentence(code.data.coupon, onboarding.referral, format)}</p>}
    </Banner>
  )
}

type Coupon = NonNullable<Reply<'POST /api/check-code'>['coupon']>

/** What it gives, or why it gives nothing. */
function couponSentence(
  { name, creditCents, shareBasisPoints, fault }: Coupon,
  texts: Text['onboarding']['referral'],
  format: Format,
): string {
  if (fault !== null) return fault
  return creditCents === null
    ? texts.couponShare(name, format.percent(shareBasisPoints ?? 0))
    : texts.coupon(name, format.money(creditCents))
}
