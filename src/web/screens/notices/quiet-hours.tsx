import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type Quiet = Reply<'GET /api/notification-preferences'>['quietHours']
/** As somebody types it; the server says what is no time. */
type Typed = Omit<Quiet, 'from' | 'until'> & { from: string; until: string }

export function QuietHours({ saved, timeZone }: { saved: Quiet; timeZone: string }) {
  const texts = useText().notices.preferences
  const [quiet, setQuiet] = useState<Typed>(saved)
  const save = useAction('POST /api/save-notification-preferences', {
    refreshes: ['GET /api/notification-preferences'],
  })
  const set = (change: Partial<Typed>) => setQuiet({ ...quiet, ...change })
  const isChanged = JSON.stringify(quiet) !== JSON.stringify(saved)
  const submit = () =>
    save.mutate(
      { body: { quietHours: quiet } },
      {
        onSuccess: () => showToast(texts.saved),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <Card title={texts.quiet}>
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <CheckboxField
          name="isOn"
          label={texts.quietOn}
          hint={texts.quietBody}
          value={quiet.isOn}
          onChange={(isOn) => set({ isOn })}
        />
        {quiet.isOn && (
          <>
            <div className="grid cols-pair gap-3">
              <TextField
                name="from"
                type="time"
                label={texts.from}
                value={quiet.from}
                onChange={(from) => set({ from })}
              />
              <TextField
                name="until"
                type="time"
                label={texts.until}
                value={quiet.until}
                onChange={(until) => set({ until })}
              />
            </div>
            <CheckboxField
              name="holdsMail"
              label={texts.holdsMail}
              value={quiet.holdsMail}
              onChange={(holdsMail) => set({ holdsMail })}
            />
          </>
        )}
        <p className="text-sm text-muted">{texts.clock(timeZone)}</p>
        <div>
          <Button type="submit" tone="primary" disabled={!isChanged} isBusy={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Card>
  )
}
