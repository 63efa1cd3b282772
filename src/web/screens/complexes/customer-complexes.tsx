/** A customer's complexes by group: each with its units, and the way to add one. */

import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { ComplexGroupId } from '#domain/ids.ts'
import { useAction, useEndpoint } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useUser } from '#web/session/user.ts'
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

const AddComplex = lazy(async () => ({ default: (await import('./complex-form.tsx')).AddComplex }))

export function CustomerComplexes() {
  const texts = useText().complexes.list
  // In the address, so that a reload and Back find it; what was typed is kept by the form.
  const [search, setSearch] = useSearchParams()
  const isAdding = search.get('add') !== null
  const close = () => setSearch({}, { replace: true })
  const complexes = useEndpoint('POST /api/get-complexes', { body: {} })
  const isOwn = !useUser()?.looks_after
  const add = isOwn && (
    <Button tone="primary" icon="plus" onClick={() => setSearch({ add: 'new' })}>
      {texts.add}
    </Button>
  )
  return (
    <Page title={texts.title} actions={complexes.data?.length === 0 ? undefined : add}>
      {complexes.isPending && <SkeletonCard rows={4} />}
      {complexes.isLoadingError && (
        <ErrorState error={complexes.error} onRetry={() => void complexes.refetch()} />
      )}
      {complexes.data?.length === 0 && (
        <Card>
          <EmptyState icon="building" title={texts.empty} action={add}>
            {texts.emptyBody}
          </EmptyState>
        </Card>
      )}
      {complexes.data && <Groups complexes={complexes.data} />}
      {isAdding && (
        <PartBoundary onMissing={close}>
          <Suspense>
            <AddComplex onClose={close} />
          </Suspense>
        </PartBoundary>
      )}
    </Page>
  )
}

/** Groups by name, and what is in none at the end. */
function Groups({ complexes }: { complexes: readonly ComplexCard[] }) {
  const texts = useText().complexes.list
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
        <GroupCard title={known.length === 0 ? texts.title : texts.noGroup} complexes={loose} />
      )}
    </>
  )
}

type GroupCardProps = { title: string; groupId?: ComplexGroupId; complexes: readonly ComplexCard[] }

function GroupCard({ title, groupId, complexes }: GroupCardProps) {
  const isOwn = !useUser()?.looks_after
  const texts = useText().complexes
  return (
    <Card title={title} isFlush actions={isOwn && groupId && <GroupMenu groupId={groupId} name={title} />}>
      <List label={title}>
        {complexes.map((complex) => (
          <ListRow
            key={complex.id}
            icon="building"
            title={complex.name}
            detail={complex.address}
            end={texts.units(complex.units)}
            to={linkTo('customerComplex', {}, { id: complex.id })}
          />
        ))}
      </List>
    </Card>
  )
}

function GroupMenu({ groupId, name }: { groupId: ComplexGroupId; name: string }) {
  const texts = useText().complexes.list
  const refreshes = ['POST /api/get-complex-groups', 'POST /api/get-complexes', 'GET /api/complex'] as const
  const rename = useAction('POST /api/rename-complex-group', { refreshes })
  const remove = useAction('POST /api/remove-complex-group', { refreshes })
  const askName = async () => {
    const answered = await openPrompt({
      title: texts.rename,
      inputs: [{ name: 'name', label: texts.groupName, value: name }],
      submitLabel: texts.rename,
      onSubmit: (values) => rename.mutateAsync({ body: { groupId, name: values['name'] ?? '' } }),
    })
    if (answered) showToast(texts.saved)
  }
  const askRemoval = async () => {
    await confirmPrompt({
      title: `${texts.removeGroup}: ${name}?`,
      body: texts.removeGroupBody,
      submitLabel: texts.removeGroup,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { groupId } }),
    })
  }
  return (
    <Menu
      label={texts.groupMenu(name)}
      items={[
        { label: texts.rename, icon: 'settings', onSelect: () => void askName() },
        { label: texts.removeGroup, icon: 'bin', isDanger: true, onSelect: () => void askRemoval() },
      ]}
    />
  )
}
