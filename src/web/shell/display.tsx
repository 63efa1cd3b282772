/** The switches of this device: density, motion, keys; and what the keys do. `?` opens it. */
import { useCallback, useEffect, useState } from 'react'
import { lastType } from '#web/session/last-type.ts'
import { useText } from '#web/text/store.ts'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { keepLook, type Look, readLook, wearLook } from '#web/ui/looks/look.ts'
import { listenForKeys } from './keys.ts'
import { useIsWide } from './wide.ts'

export function Display() {
  const texts = useText().device.display
  const isWide = useIsWide()
  const [isOpen, setOpen] = useState(false)
  const [look, setLook] = useState(readLook)
  const change = (part: Partial<Look>) => {
    const next = { ...look, ...part }
    setLook(next)
    keepLook(next)
    wearLook(next, isWide && lastType() === 'Operator')
  }
  const toggle = useCallback(() => setOpen((was) => !was), [])
  const hasKeys = isWide && look.keys === 'on'
  useEffect(() => (hasKeys ? listenForKeys(toggle) : undefined), [hasKeys, toggle])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="flex min-h-11 w-full items-center gap-3 rounded-xl px-1 text-left font-medium text-muted hover:text-ink"
      >
        <Icon name="eye" />
        {texts.title}
      </button>
      <Sheet title={texts.title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <div className="grid gap-5">
          <p className="text-muted">{texts.body}</p>
          <ChipGroup
            label={texts.density}
            name="density"
            value={look.density}
            onChange={(density) => change({ density })}
            options={[
              { value: 'auto', label: texts.auto },
              { value: 'comfortable', label: texts.comfortable },
              { value: 'compact', label: texts.compact },
            ]}
          />
          <ChipGroup
            label={texts.motion}
            hint={texts.motionHint}
            name="motion"
            value={look.motion}
            onChange={(motion) => change({ motion })}
            options={[
              { value: 'on', label: texts.on },
              { value: 'off', label: texts.off },
            ]}
          />
          {isWide && (
            <>
              <ChipGroup
                label={texts.keys}
                name="keys"
                value={look.keys}
                onChange={(keys) => change({ keys })}
                options={[
                  { value: 'on', label: texts.on },
                  { value: 'off', label: texts.off },
                ]}
              />
              <KeyList />
            </>
          )}
        </div>
      </Sheet>
    </>
  )
}

/** What selects and takes is of the operators' queues only. */
function KeyList() {
  const texts = useText().device.display
  const keys = lastType() === 'Operator' ? [...texts.keyList, ...texts.queueKeys] : texts.keyList
  return (
    <dl className="grid gap-2">
      {keys.map(({ key, does }) => (
        <div key={key} className="flex flex-wrap items-baseline gap-x-3">
          <dt className="min-w-16">
            <kbd className="rounded-lg border border-line bg-sunken px-2 py-0.5 font-sans font-semibold">
              {key}
            </kbd>
          </dt>
          <dd className="text-muted">{does}</dd>
        </div>
      ))}
    </dl>
  )
}
