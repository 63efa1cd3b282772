/** Two accounts of one customer, or of one crew, become one: which is the other, what of each stays, and what nobody can undo. */
import { useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { MergeForm } from './merge-form.tsx'
import type { Person } from './person-type.ts'

type Pair = { readonly keptId: string; readonly closedId: string }

export function MergeDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { merge: texts } = useText().peopleDesk
  const navigate = useNavigate()
  const [pair, setPair] = useState<Pair>()
  const finish = (keptId: string) => {
    showToast(texts.done)
    onClose()
    void navigate(linkTo('operatorPerson', { person_id: keptId }))
  }
  return (
    <Sheet title={texts.title} isOpen isWide onClose={onClose}>
      {pair === undefined ? (
        <OtherAccount person={person} onPick={(id) => setPair({ keptId: person.id, closedId: id })} />
      ) : (
        <Preview
          key={pair.keptId}
          pair={pair}
          onSwap={() => setPair({ keptId: pair.closedId, closedId: pair.keptId })}
          onBack={() => setPair(undefined)}
          onMerged={() => finish(pair.keptId)}
        />
      )}
    </Sheet>
  )
}

/** First whoever looks like the same person; then whoever is looked for. */
function OtherAccount({ person, onPick }: { person: Person; onPick: (id: string) => void }) {
  const { merge: texts } = useText().peopleDesk
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim())
  const alike = useEndpoint('GET /api/merge-candidates', { query: { id: person.id } })
  const found = useEndpoint(
    'POST /api/find-people',
    { body: { text: wanted, type: person.type } },
    { isEnabled: wanted !== '' },
  )
  const isSearching = wanted !== ''
  const people: readonly Found[] | undefined = isSearching
    ? found.data?.people.filter(({ id }) => id !== person.id)
    : alike.data?.people
  const { error, refetch } = isSearching ? found : alike
  return (
    <div className="grid gap-3">
      <p className="text-muted">{texts.which(person.name)}</p>
      <TextField
        label={texts.search}
        name="search"
        type="search"
        value={text}
        onChange={setText}
        isOptional
      />
      {people !== undefined ? (
        <People people={people} isSearching={isSearching} isCrew={person.type === 'Crew'} onPick={onPick} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={4} />
      )}
    </div>
  )
}

type Found = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly alike?: readonly ('email' | 'phone' | 'card' | 'bank' | 'name')[]
}

type PeopleProps = {
  people: readonly Found[]
  isSearching: boolean
  isCrew: boolean
  onPick: (id: string) => void
}

function People({ people, isSearching, isCrew, onPick }: PeopleProps) {
  const { merge: texts } = useText().peopleDesk
  if (people.length === 0)
    return (
      <EmptyState
        icon="users"
        title={isSearching ? (isCrew ? texts.noCrewFound : texts.noneFound) : texts.noneAlike}
      >
        {isSearching ? undefined : texts.noneAlikeBody}
      </EmptyState>
    )
  return (
    <div className="-mx-5">
      <List label={isSearching ? texts.found : texts.alike}>
        {people.map(({ id, name, email, phone, alike = [] }) => (
          <ListRow
            key={id}
            start={<Avatar name={name} />}
            title={name}
            detail={[email, phone && maskPhone(phone)].filter(Boolean).join(' · ')}
            state={
              alike.length === 0 ? undefined : (
                <span className="flex flex-wrap gap-1">
                  {alike.map((by) => (
                    <Badge key={by}>{texts.same[by]}</Badge>
                  ))}
                </span>
              )
            }
            onClick={() => onPick(id)}
          />
        ))}
      </List>
    </div>
  )
}

type PreviewProps = { pair: Pair; onSwap: () => void; onBack: () => void; onMerged: () => void }

function Preview({ pair, ...acts }: PreviewProps) {
  const read = useEndpoint('GET /api/account-merge', { query: pair })
  if (read.data) return <MergeForm preview={read.data} {...acts} />
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return <Skeleton rows={8} />
}
