/** One setting: changing it now or from a day on, what will change, what held before, and putting that back. */
import { useEffect, useRef } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'
import { linkTo } from '#web/urls.ts'
import { SettingForm } from './setting-form.tsx'
import { SettingHistory } from './setting-history.tsx'
import { isOwn, type SaveSetting, type Setting, showRange } from './setting-values.ts'
import { useShown } from './shown-setting.tsx'

type Market = Reply<'POST /api/get-settings'>['market']

export function SettingPanel({
  setting,
  market,
  isEverywhere,
  onClose,
}: {
  setting: Setting
  market: Market
  isEverywhere: boolean
  onClose: () => void
}) {
  const { settings: text } = useText().catalogue
  const action = useAction('POST /api/set-setting', { refreshes: ['POST /api/get-settings'] })
  const save: SaveSetting = async (value, inForceFrom) => {
    const marketId = isEverywhere ? null : market.id
    const from = inForceFrom === null ? null : new Date(inForceFrom).toISOString()
    await action.mutateAsync({ body: { marketId, key: setting.key, value, inForceFrom: from } })
    showToast(text.saved)
  }
  const endOwn = () =>
    confirmPrompt({
      title: text.endOwn,
      body: text.endOwnBody,
      submitLabel: text.endOwn,
      onSubmit: () => save(null, null),
    })
  const panel = useRef<HTMLElement>(null)
  // In newer browsers it answers a promise, which is nothing to clean up with.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <aside ref={panel} className="order-first min-w-0 xl:sticky xl:top-4 xl:order-none">
      <Card
        title={setting.sentence}
        actions={<IconButton icon="close" label={text.close} onClick={onClose} />}
      >
        <div className="grid gap-5">
          <Standing setting={setting} />
          {setting.kind === 'tax_by_service' ? (
            <>
              <p>{text.taxesElsewhere}</p>
              <ButtonLink to={linkTo('operatorTax')}>{text.toTaxes}</ButtonLink>
            </>
          ) : (
            <Only may="catalogue">
              <SettingForm setting={setting} zone={market.zone} onSave={save} />
            </Only>
          )}
          {isOwn(setting) && !isEverywhere && (
            <div>
              <Only may="catalogue">
                <Button tone="quiet" onClick={() => void endOwn()}>
                  {text.endOwn}
                </Button>
              </Only>
            </div>
          )}
          <SettingHistory setting={setting} zone={market.zone} onSave={save} />
        </div>
      </Card>
    </aside>
  )
}

function Standing({ setting }: { setting: Setting }) {
  const { catalogue, ui } = useText()
  const { settings: text } = catalogue
  const format = useFormat()
  const show = useShown(setting)
  const range = showRange(setting, { ...text, weekdays: ui.weekdays.long }, format)
  return (
    <Facts
      facts={[
        [text.now, show(setting.value)],
        [text.byDefault, show(setting.byDefault)],
        ...(range === '' ? [] : ([[text.rangeOf, range]] as const)),
      ]}
    />
  )
}
