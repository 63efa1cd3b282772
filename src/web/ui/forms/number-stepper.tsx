/** `<NumberStepper label=… min={1} max={99} {...draft.field('quantity')} />`: a whole number with minus and plus. */
import { useText } from '#web/text/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import type { FieldBinding } from './draft.ts'
import { Field, type FieldFrame, inputLook } from './field.tsx'
import { useFieldError } from './form-state.ts'

type NumberStepperProps = FieldFrame & FieldBinding<number> & { min?: number; max?: number; step?: number }

export function NumberStepper({
  value,
  onChange,
  min = 0,
  max = 999,
  step = 1,
  ...frame
}: NumberStepperProps) {
  const { ui } = useText()
  const { clear } = useFieldError(frame.name)
  const change = (next: number) => {
    clear()
    if (Number.isFinite(next)) onChange(Math.min(max, Math.max(min, Math.round(next))))
  }
  return (
    <Field {...frame}>
      {(control) => (
        <div className="flex items-center gap-2">
          <IconButton
            icon="minus"
            tone="secondary"
            label={`${ui.stepper.less}: ${frame.label}`}
            disabled={value <= min}
            onClick={() => change(value - step)}
          />
          <input
            {...control}
            type="text"
            inputMode="numeric"
            value={value}
            onChange={(event) => change(Number(event.target.value.replace(/\D/g, '') || min))}
            className={`${inputLook} nums max-w-20 text-center`}
          />
          <IconButton
            icon="plus"
            tone="secondary"
            label={`${ui.stepper.more}: ${frame.label}`}
            disabled={value >= max}
            onClick={() => change(value + step)}
          />
        </div>
      )}
    </Field>
  )
}
