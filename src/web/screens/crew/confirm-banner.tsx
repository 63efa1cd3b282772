/** One line on the crew's home while visits of next week wait for its yes. */
import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'
import { useCutoffTexts } from './cutoff-texts.ts'

/** Stays away while it is not known: the day itself matters more. */
export function ConfirmBanner() {
  const { assignments } = useText()
  const format = useFormat()
  const cutoffTexts = useCutoffTexts()
  const asked = useEndpoint('POST /api/get-visits-to-confirm')
  if (!asked.data || asked.data.unconfirmedCount === 0 || asked.data.confirmBy === null) return null
  const { unconfirmedCount, unconfirmedPayCents, confirmBy, timeZone } = asked.data
  return (
    <Banner
      tone="warn"
      icon="check"
      title={assignments.confirm.banner(assignments.visits(unconfirmedCount))}
      actions={
        <ButtonLink tone="primary" to={linkTo('confirmJobs')}>
          {assignments.confirm.toConfirm}
        </ButtonLink>
      }
    >
      <span className="nums">
        {format.money(unconfirmedPayCents)} · {assignments.confirm.by(cutoffTexts.at(confirmBy, timeZone))}
      </span>
    </Banner>
  )
}
