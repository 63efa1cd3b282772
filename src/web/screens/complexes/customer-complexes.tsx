/** A customer's complexes by group: each with its units, and the way to add one. */
import { lazy, Suspense, useState } from 'react'
import type { ComplexGroupId } from '#domain/ids.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import type { ComplexCard } from './replies.ts'

const ComplexForm = lazy(async () => ({ default: (await import('./complex-form.tsx')).ComplexForm }))

export function CustomerComplexes() {
  const words = useText().complexes.list
  const [isAdding, setAdding] = useState(false)
  const complexes = useEndpoint('POST /api/get-complexes', { body: {} })
  const add = (
    <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  )
  return (
    <Page title={words.title} actions={complexes.data?.length === 0 ? undefined : add}>
      {complexes.isPending && <SkeletonCard rows={4} />}
      {complexes.isError && <ErrorState error={complexes.error} onRetry={() => void complexes.refetch()} />}
      {complexes.data?.length === 0 && (
        <Card>
          <EmptyState icon="building" title={words.empty} action={add}>
            {words.emptyBody}
          </EmptyState>
        </Card>
      )}
      {complexes.data && <Groups complexes={complexes.data} />}
      {isAdding && (
        <Suspense>
          <ComplexForm onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </Page>
  )
}

/** Groups by name, and what is in none at the end. */
function Groups({ complexes }: { complexes: readonly ComplexCard[] }) {
  const words = useText().complexes.list
  const groups = useEndpoint('POST /api/get-complex-groups', { body: {} })
  const known = groups.data ?? []
  const isKnown = (groupId: string | null) => known.some((group) => group.id === groupId)
  const loose = complexes.filter((complex) => !isKnown(complex.complexGroupId))
  return (
    <>
      {known.map((group) => (
        <GroupCard
          key={group.id}
          title={group.name}
          groupId={group.id}
          complexes={complexes.filter((complex) => complex.complexGroupId === group.id)}
        />
      ))}
      {loose.length > 0 && (
        <GroupCard title={known.length === 0 ? words.title : words.noGroup} complexes={loose} />
      )}
    </>
  )
}

type GroupCardProps = { title: string; groupId?: ComplexGroupId; complexes: readonly ComplexCard[] }

function GroupCard({ title, groupId, complexes }: GroupCardProps) {
  const words = useText().complexes
  return (
    <Card title={title} isFlush actions={groupId && <GroupMenu groupId={groupId} name={title} />}>
      <List label={title}>
        {complexes.map((complex) => (
          <ListRow
            key={complex.id}
            icon="building"
            title={complex.name}
            detail={complex.address}
            end={words.units(complex.units)}
            to={linkTo('customerComplex', {}, { id: complex.id })}
          />
        ))}
      </List>
    </Card>
  )
}

function GroupMenu({ groupId, name }: { groupId: ComplexGroupId; name: string }) {
  const words = useText().complexes.list
  const refreshes = ['POST /api/get-complex-groups', 'POST /api/get-complexes', 'GET /api/complex'] as const
  const rename = useAction('POST /api/rename-complex-group', { refreshes })
  const remove = useAction('POST /api/remove-complex-group', { refreshes })
  const askName = async () => {
    const answered = await openPrompt({
      title: words.rename,
      inputs: [{ name: 'name', label: words.groupName, value: name }],
      submitLabel: words.rename,
      onSubmit: (values) => rename.mutateAsync({ body: { groupId, name: values['name'] ?? '' } }),
    })
    if (answered) showToast(words.saved)
  }
  const askRemoval = async () => {
    await confirmPrompt({
      title: `${words.removeGroup}: ${name}?`,
      body: words.removeGroupBody,
      submitLabel: words.removeGroup,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { groupId } }),
    })
  }
  return (
    <Menu
      label={words.groupMenu(name)}
      items={[
        { label: words.rename, icon: 'settings', onSelect: () => void askName() },
        { label: words.removeGroup, icon: 'bin', isDanger: true, onSelect: () => void askRemoval() },
      ]}
    />
  )
}
