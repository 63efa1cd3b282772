import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
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
    <Banner tone="good" icon="gift">
      {code.data.sponsor && <p>{onboarding.referral.sponsor(code.data.sponsor.firstName)}</p>}
      {code.data.coupon && (
        <p>{onboarding.referral.coupon(code.data.coupon.name, format.money(code.data.coupon.creditCents))}</p>
      )}
    </Banner>
  )
}
