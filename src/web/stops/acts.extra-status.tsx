/** What the crew asked for, and the customer's answer. */
import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner, type BannerTone } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'

type Visit = Reply<'GET /api/visit-now'>
type Extra = Visit['extras'][number]

const TONES: Record<Extra['state'], BannerTone> = {
  proposed: 'info',
  approved: 'good',
  declined: 'warn',
  withdrawn: 'info',
  expired: 'warn',
}

export function ExtraStatus({ visit }: { visit: Visit }) {
  const shown = visit.extras.filter((extra) => extra.state !== 'withdrawn')
  return shown.map((extra) => <OneExtra key={extra.id} extra={extra} />)
}

function OneExtra({ extra }: { extra: Extra }) {
  const texts = useText().today.extra
  const format = useFormat()
  const action = useAction('POST /api/withdraw-extra-work', { refreshes: ['GET /api/visit-now'] })
  return (
    <Banner
      tone={action.error ? 'danger' : TONES[extra.state]}
      title={texts.states[extra.state]}
      actions={
        extra.state === 'proposed' && (
          <Button
            icon="undo"
            isBusy={action.isPending}
            onClick={() => action.mutate({ body: { extraId: extra.id } })}
          >
            {texts.withdraw}
          </Button>
        )
      }
    >
      {action.error?.message ??
        `${extra.note}${extra.crewPayCents === null ? '' : ` · ${texts.yourPart(format.money(extra.crewPayCents))}`}`}
    </Banner>
  )
}
