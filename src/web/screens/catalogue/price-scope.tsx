import { useState } from 'react'
import { type Reply, useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

type Scope = Reply<'POST /api/find-price-scopes'>['scopes'][number]
export type ScopeChoice = { kind: 'everybody' } | { kind: 'market' } | { kind: 'own'; chosen: Scope | null }

/** For everybody, for the city on the desk, or for one group or place that is looked for. */
export function PriceScopeField({
  choice,
  marketName,
  maySetForEveryone,
  onChoose,
}: {
  choice: ScopeChoice
  marketName: string
  maySetForEveryone: boolean
  onChoose: (choice: ScopeChoice) => void
}) {
  const { prices: text } = useText().catalogue
  const chosen = choice.kind === 'own' ? choice.chosen : null
  return (
    <div className="grid gap-3">
      <ChipGroup
        label={text.forWhom}
        name="propertyId"
        options={[
          ...(maySetForEveryone ? [{ value: 'everybody' as const, label: text.everybody }] : []),
          { value: 'market' as const, label: marketName },
          { value: 'own' as const, label: text.own },
        ]}
        value={choice.kind}
        onChange={(kind) => onChoose(kind === 'own' ? { kind, chosen: null } : { kind })}
      />
      {choice.kind === 'own' && chosen === null && (
        <Find onChoose={(scope) => onChoose({ kind: 'own', chosen: scope })} />
      )}
      {chosen !== null && <p className="font-semibold">{text.chosen(chosen.name, chosen.customerName)}</p>}
    </div>
  )
}

function Find({ onChoose }: { onChoose: (scope: Scope) => void }) {
  const { prices: text } = useText().catalogue
  const [search, setSearch] = useState('')
  const find = useAction('POST /api/find-price-scopes')
  return (
    <>
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            label={text.find}
            name="search"
            type="search"
            value={search}
            onChange={setSearch}
            isOptional
            isUnmarked
          />
        </div>
        <Button
          isBusy={find.isPending}
          onClick={() => search.trim() !== '' && find.mutate({ body: { search } })}
        >
          {text.search}
        </Button>
      </div>
      {find.data?.scopes.length === 0 && <p className="text-muted">{text.noneFound}</p>}
      {find.data !== undefined && find.data.scopes.length > 0 && (
        <List label={text.own}>
          {find.data.scopes.map((scope) => (
            <ListRow
              key={scope.groupId ?? scope.propertyId}
              title={scope.name}
              detail={scope.customerName}
              onClick={() => onChoose(scope)}
            />
          ))}
        </List>
      )}
    </>
  )
}
