/** What keeps a crew's money from going out, before it takes more work, with the button that mends it. */
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'

type Warned = Pick<Reply<'GET /api/offer'>, 'payoutWarning' | 'payoutDueAt'>

export function PayoutWarning({ payoutWarning, payoutDueAt }: Warned) {
  const { crew } = useText()
  const format = useFormat()
  if (payoutWarning === null) return null
  return (
    <Banner
      tone="warn"
      actions={<ButtonLink to={linkTo('stripeConnect')}>{crew.payout.toAccount}</ButtonLink>}
    >
      {payoutWarning === 'due' ? null : crew.payout.warnings[payoutWarning]}
      {payoutDueAt !== null && ` ${crew.payout.dueBy(format.dateOf(payoutDueAt))}`}
    </Banner>
  )
}
