/** `<PhoneField label=… {...draft.field('phone')} />`: the value is the masked text `(303) 555-1234`. */
import type { FieldBinding } from './draft.ts'
import type { FieldFrame } from './field.tsx'
import { maskPhone } from './phone.ts'
import { TextField } from './text-field.tsx'

export function PhoneField({ onChange, ...rest }: FieldFrame & FieldBinding<string>) {
  return (
    <TextField
      {...rest}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      onChange={(typed) => onChange(maskPhone(typed))}
    />
  )
}
