/**
 * People: search, freeze with notes that the person reads, end a freeze. On a desk whoever is chosen stands beside the
 * list, and in the address.
 */
import { useDeferredValue, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { useIsDesk } from '#web/ui/looks/desk.ts'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { PersonPane } from './person-pane.tsx'
import { FreezeDialog, type Person, PersonRow } from './people.parts.tsx'

type Shown = 'all' | Person['type']

export function People() {
  const { operator } = useText()
  const [text, setText] = useState('')
  const [shown, setShown] = useState<Shown>('all')
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('person')
  const isDesk = useIsDesk()
  const [freezing, setFreezing] = useState<Person>()
  const wanted = useDeferredValue(text)
  const people = useEndpointPages(
    'POST /api/find-people',
    { body: { text: wanted, ...(shown === 'all' ? {} : { type: shown }) } },
    (page) => page.people,
  )
  const { rows } = people
  const { types } = operator.people
  const options: { value: Shown; label: string }[] = [
    { value: 'all', label: operator.people.all },
    { value: 'Customer', label: types.Customer },
    { value: 'Crew', label: types.Crew },
    { value: 'Operator', label: types.Operator },
  ]
  return (
    <Page title={operator.people.title} width="wide">
      <ListAndDetail
        detail={
          chosen !== null && (
            <PersonPane key={chosen} id={chosen} onClose={() => setSearch({}, { replace: true })} />
          )
        }
      >
        <TextField
          label={operator.people.search}
          name="search"
          type="search"
          value={text}
          onChange={setText}
          isOptional
          isLabelHidden
          placeholder={operator.people.search}
        />
        <ChipGroup
          label={operator.people.type}
          name="type"
          isLabelHidden
          options={options}
          value={shown}
          onChange={setShown}
        />
        <Card isFlush>
          {people.isPending && <Skeleton rows={6} />}
          {people.isError && <ErrorState error={people.error} onRetry={() => void people.refetch()} />}
          {people.isSuccess && rows.length === 0 && <EmptyState icon="users" title={operator.people.none} />}
          <List label={operator.people.title}>
            {rows.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                to={
                  isDesk
                    ? linkTo('operatorPeople', {}, { person: person.id })
                    : linkTo('operatorPerson', { person_id: person.id })
                }
                isChosen={person.id === chosen}
                onFreeze={() => setFreezing(person)}
              />
            ))}
          </List>
          {people.hasNextPage && (
            <div className="p-4 text-center">
              <Button isBusy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
                {operator.people.more}
              </Button>
            </div>
          )}
        </Card>
      </ListAndDetail>
      <FreezeDialog person={freezing} onClose={() => setFreezing(undefined)} />
    </Page>
  )
}
