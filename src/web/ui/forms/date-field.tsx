/**
 * `<DateField label=… {...draft.field('startDate')} />` speaks `LocalDate` text, `<TimeField …/>` `HH:MM` text;
 * empty text means nothing chosen. They are the device's own pickers, which people know.
 */
import type { FieldBinding } from './draft.ts'
import type { FieldFrame } from './field.tsx'
import { TextField } from './text-field.tsx'

type DateFieldProps = FieldFrame & FieldBinding<string> & { min?: string; max?: string }

export function DateField(props: DateFieldProps) {
  return <TextField {...props} type="date" />
}

export function TimeField({
  stepMinutes = 15,
  ...props
}: FieldFrame & FieldBinding<string> & { stepMinutes?: number }) {
  return <TextField {...props} type="time" step={stepMinutes * 60} />
}
