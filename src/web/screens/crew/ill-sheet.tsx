/** Ill: which visits go to others, what pay is lost, what it does to reliability and who is told, before it is sent. */
import { useState } from 'react'
import { addDays, type LocalDate } from '#domain/time.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { ReleaseCost } from '#web/assignments/release-cost.tsx'
import { useRefreshWork } from '#web/assignments/taking.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'

type IllSheetProps = {
  today: LocalDate
  onClose: () => void
  onSent: (timeOffId: string, visitCount: number) => void
}

const DAYS = [1, 2, 3] as const

export function IllSheet({ today: from, onClose, onSent }: IllSheetProps) {
  const { ill } = useText().today
  const refresh = useRefreshWork()
  const [count, setCount] = useState<(typeof DAYS)[number]>(1)
  const days = { from, to: addDays(from, count - 1) }
  const cost = useEndpoint('POST /api/preview-time-off', { body: days }, { staleMs: 0 })
  const add = useAction('POST /api/add-time-off', { refreshes: ['POST /api/get-time-off'] })
  const send = () =>
    add.mutate(
      { body: { ...days, note: ill.note } },
      {
        onSuccess: ({ timeOffId, releasedVisitCount }) => onSent(timeOffId, releasedVisitCount),
        onSettled: refresh,
      },
    )
  return (
    <Sheet
      title={ill.title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          tone="danger"
          isLarge
          isWide
          isBusy={add.isPending}
          disabled={cost.data === undefined}
          onClick={send}
        >
          {ill.send}
        </Button>
      }
    >
      <div className="grid gap-4">
        {(add.error ?? cost.error) && (
          <Banner tone="danger" isAlert>
            {(add.error ?? cost.error)?.message}
          </Banner>
        )}
        <ChipGroup
          label={ill.ask}
          name="days"
          value={count}
          onChange={setCount}
          options={DAYS.map((value) => ({ value, label: ill.days(value) }))}
        />
        <ReleaseCost cost={cost.data} isPending={cost.isPending} />
        <p className="text-sm text-muted">{ill.effect}</p>
      </div>
    </Sheet>
  )
}
