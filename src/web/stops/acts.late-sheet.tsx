import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { device } from '#web/bridge/device.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'

const CHOICES = [15, 30, 60] as const

export function LateSheet({ onClose }: { onClose: () => void }) {
  const { late } = useText().today
  const [minutes, setMinutes] = useState<(typeof CHOICES)[number]>(15)
  const [isLocating, setLocating] = useState(false)
  const action = useAction('POST /api/report-late', {
    refreshes: ['GET /api/visit-now', 'GET /api/day-plan', 'GET /api/day'],
  })
  const send = async () => {
    setLocating(true)
    const location = await device().currentLocation()
    setLocating(false)
    const at = location === null ? {} : { lat: location.lat, lng: location.lng }
    action.mutate(
      { body: { minutes, ...at } },
      {
        onSuccess: ({ notifiedCount }) => {
          showToast(late.sent(notifiedCount))
          onClose()
        },
      },
    )
  }
  return (
    <Sheet
      title={late.title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          tone="primary"
          isLarge
          isWide
          isBusy={isLocating || action.isPending}
          onClick={() => void send()}
        >
          {late.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {action.error && (
          <Banner tone="danger" isAlert>
            {action.error.message}
          </Banner>
        )}
        <ChipGroup
          label={late.ask}
          name="minutes"
          value={minutes}
          onChange={setMinutes}
          options={CHOICES.map((value) => ({ value, label: late.minutes(value) }))}
        />
        <p className="text-sm text-muted">{late.effect}</p>
      </div>
    </Sheet>
  )
}
