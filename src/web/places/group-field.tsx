/** The group of a property or complex: any name, with those there are as suggestions. */
import { useId } from 'react'
import type { FieldBinding } from '#web/ui/forms/draft.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'

type GroupFieldProps = FieldBinding<string> & {
  label: string
  hint: string
  groups: readonly { id: string; name: string }[] | undefined
}

export function GroupField({ groups, ...field }: GroupFieldProps) {
  const listId = useId()
  return (
    <>
      <TextField maxLength={100} list={listId} autoComplete="off" isOptional {...field} />
      <datalist id={listId}>
        {groups?.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** As it is sent: nothing typed is no group. */
export function groupNameOf(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim()
}
