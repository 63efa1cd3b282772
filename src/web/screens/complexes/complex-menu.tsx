import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { linkTo } from '#web/urls.ts'
import type { Complex } from './replies.ts'

const EditComplex = lazy(async () => ({ default: (await import('./complex-form.tsx')).EditComplex }))

/** Editing a complex and taking it away, which says first which service nights end with it. */
export function ComplexMenu({ complex }: { complex: Complex }) {
  const texts = useText().complexes.one
  const services = useServices()
  const navigate = useNavigate()
  const [isEditing, setEditing] = useState(false)
  const remove = useAction('POST /api/remove-complex', {
    refreshes: ['POST /api/get-complexes', 'POST /api/get-complex-groups'],
  })
  const mayChange = useMayHere()('places')
  const complexId = complex.id
  const ask = async () => {
    const names = [...new Set(complex.nights.map((night) => services.name(night.serviceKey)))].join(', ')
    const isSure = await confirmPrompt({
      title: texts.removeTitle(complex.name),
      body: texts.removeBody(names),
      submitLabel: texts.remove,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { complexId, endsWeeklyJobs: true } }),
    })
    if (!isSure) return
    showToast(texts.removed(complex.name))
    await navigate(linkTo('customerComplexes'))
  }
  if (!mayChange) return null
  return (
    <>
      <Menu
        label={texts.actions}
        items={[
          { label: texts.edit, icon: 'settings', onSelect: () => setEditing(true) },
          { label: texts.remove, icon: 'bin', isDanger: true, onSelect: () => void ask() },
        ]}
      />
      {isEditing && (
        <PartBoundary onMissing={() => setEditing(false)}>
          <Suspense>
            <EditComplex complex={complex} onClose={() => setEditing(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
