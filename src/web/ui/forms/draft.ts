/**
 * The unsent values of a form: `const draft = useDraft({ email: '', isAgreed: false })`, then
 * `<TextField label=… {...draft.field('email')} />`. While a draft differs from where it began it counts as unsent
 * work and no build reload happens (architecture §4); call `draft.reset()` after it was sent.
 */
import { useEffect, useId, useMemo, useState } from 'react'

const unsent = new Set<string>()

/** Whether any form on the page holds work that was not sent. */
export function hasUnsentDrafts(): boolean {
  return unsent.size > 0
}

export type FieldBinding<Value> = { name: string; value: Value; onChange: (value: Value) => void }

export type Draft<Values> = {
  values: Values
  isDirty: boolean
  set: (change: Partial<Values>) => void
  /** Forgets what was typed: starts again from the given values, or from the first ones. */
  reset: (values?: Values) => void
  field: <Key extends keyof Values & string>(key: Key) => FieldBinding<Values[Key]>
}

export function useDraft<Values extends Record<string, unknown>>(initial: Values): Draft<Values> {
  const id = useId()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(initial)
  const isDirty = useMemo(() => JSON.stringify(values) !== JSON.stringify(start), [values, start])

  useEffect(() => {
    if (isDirty) unsent.add(id)
    else unsent.delete(id)
    return () => void unsent.delete(id)
  }, [id, isDirty])

  const set = (change: Partial<Values>) => setValues((current) => ({ ...current, ...change }))
  return {
    values,
    isDirty,
    set,
    reset: (next = start) => {
      setStart(next)
      setValues(next)
    },
    field: (key) => ({
      name: key,
      value: values[key],
      onChange: (value) => setValues((current) => ({ ...current, [key]: value })),
    }),
  }
}
