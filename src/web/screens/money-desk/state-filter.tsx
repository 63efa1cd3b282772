/** Which state of payments or payouts an operator looks at; the address may ask for one (`?state=failed`). */

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { useText } from '#web/text/store.ts'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'

type States<State extends string> = Readonly<Record<State, string>>

export function useShownState<State extends string>(states: States<State>) {
  const wanted = useSearchParams()[0].get('state')
  const asked = keysOf(states).find((state) => state === wanted)
  return useState<State | 'all'>(asked ?? 'all')
}

type StateFilterProps<State extends string> = {
  states: States<State>
  value: State | 'all'
  onChange: (shown: State | 'all') => void
}

export function StateFilter<State extends string>({ states, value, onChange }: StateFilterProps<State>) {
  const { operator } = useText().money
  return (
    <ChipGroup<State | 'all'>
      label={operator.filter}
      name="state"
      isLabelHidden
      options={[
        { value: 'all', label: operator.all },
        ...keysOf(states).map((state) => ({ value: state, label: states[state] })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
