/** The mail each morning: whether it comes, and at which hour. Both are saved at once. */
import { isLocalTime } from '#domain/time.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

export function DailyDigest() {
  const texts = useText().notices.preferences
  const format = useFormat()
  const saved = useEndpoint('GET /api/daily-digest')
  const save = useAction('POST /api/save-daily-digest', { refreshes: ['GET /api/daily-digest'] })
  if (!saved.data) return null
  const { isOn, hour } = save.variables?.body ?? saved.data
  const choose = (choice: { isOn: boolean; hour: number }) =>
    save.mutate(
      { body: choice },
      {
        onSuccess: () => showToast(texts.saved),
        onError: (error) => {
          save.reset()
          showToast(error.message, { tone: 'danger' })
        },
      },
    )
  const clockOf = (each: number) => {
    const time = `${String(each).padStart(2, '0')}:00`
    return isLocalTime(time) ? format.clock(time) : time
  }
  return (
    <Card title={texts.digest}>
      <div className="grid gap-3">
        <CheckboxField
          name="digestIsOn"
          label={texts.digestOn}
          hint={texts.digestBody}
          value={isOn}
          onChange={(wanted) => choose({ isOn: wanted, hour })}
        />
        {isOn && (
          <SelectField
            name="digestHour"
            label={texts.digestHour}
            hint={texts.digestClock(saved.data.timeZone)}
            options={HOURS.map((each) => ({ value: String(each), label: clockOf(each) }))}
            value={String(hour)}
            onChange={(chosen) => choose({ isOn, hour: Number(chosen) })}
          />
        )}
      </div>
    </Card>
  )
}
