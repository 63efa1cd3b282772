/** Says which crew of ours a partner means: search, and one tap. Kept for every later statement. */
import { useDeferredValue, useState } from 'react'
import { type CallKey, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

export type PartnerCrew = Reply<'GET /api/partner-statements'>['unmatched'][number]

/** What shows whose a line is. */
export const CHANGED: readonly CallKey[] = [
  'GET /api/partner-statements',
  'GET /api/partner-statement',
  'POST /api/preview-partner-statement',
]

export function PickCrew({ crew, onClose }: { crew: PartnerCrew; onClose: () => void }) {
  const { statements } = useText().partners
  const match = useAction('POST /api/match-partner-crew', { refreshes: CHANGED })
  const name = crew.name ?? crew.identities[0] ?? ''
  return (
    <CrewSearch
      title={statements.pickTitle(name)}
      error={match.error}
      onClose={onClose}
      onPick={(picked) =>
        match.mutate(
          { body: { crewRef: crew.crewRef, crewId: picked.id } },
          {
            onSuccess: () => {
              showToast(statements.matched(picked.name))
              onClose()
            },
          },
        )
      }
    />
  )
}

type Person = Reply<'POST /api/find-people'>['people'][number]
type CrewSearchProps = {
  title: string
  error: Error | null
  onPick: (crew: Person) => void
  onClose: () => void
}

export function CrewSearch({ title, error, onPick, onClose }: CrewSearchProps) {
  const { statements } = useText().partners
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const found = useEndpoint('POST /api/find-people', { body: { text: wanted, type: 'Crew' } })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="grid gap-3">
        {error && (
          <Banner tone="danger" isAlert>
            {error.message}
          </Banner>
        )}
        <TextField
          label={statements.search}
          name="search"
          type="search"
          value={text}
          onChange={setText}
          isOptional
        />
        {found.data?.people.length === 0 && <EmptyState icon="users" title={statements.noCrew} />}
        <div className="-mx-5">
          <List label={statements.search}>
            {found.data?.people.map((person) => (
              <ListRow
                key={person.id}
                start={<Avatar name={person.name} />}
                title={person.name}
                detail={[person.email, person.phone].filter(Boolean).join(' · ')}
                onClick={() => onPick(person)}
              />
            ))}
          </List>
        </div>
      </div>
    </Dialog>
  )
}
