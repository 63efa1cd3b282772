/** What can be done with a property as a whole: edit it, remove it. */

import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useServices } from '#web/jobs/services.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { linkTo } from '#web/urls.ts'
import type { Property } from './reply-types.ts'

const PLACES = ['GET /api/properties', 'GET /api/property-groups', 'GET /api/customer-summary'] as const

const EditProperty = lazy(async () => ({ default: (await import('./edit-property.tsx')).EditPropertyDialog }))

export function PropertyMenu({ property }: { property: Property }) {
  const texts = useText().places.property
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMayHere()('places')
  const remove = useRemoval(property)
  if (!mayChange) return null
  return (
    <>
      <Menu
        label={texts.actions}
        items={[
          { label: texts.edit, icon: 'settings', onSelect: () => setEditing(true) },
          { label: texts.remove, icon: 'bin', isDanger: true, onSelect: () => void remove() },
        ]}
      />
      {isEditing && (
        <PartBoundary onMissing={() => setEditing(false)}>
          <Suspense>
            <EditProperty property={property} onClose={() => setEditing(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}

/** At once with an Undo where nothing ends with it; where weekly services do, only after saying which. */
function useRemoval(property: Property): () => Promise<void> {
  const texts = useText().places.property
  const services = useServices()
  const navigate = useNavigate()
  const remove = useAction('POST /api/remove-property', { refreshes: PLACES })
  const restore = useAction('POST /api/restore-property', { refreshes: [...PLACES, 'GET /api/property'] })
  const propertyId = property.id
  const bringBack = async () => {
    await restore.mutateAsync({ body: { propertyId } })
    showToast(texts.restored(property.name))
  }
  const removeAtOnce = async () => {
    const { isRemoved, weeklyJobs } = await remove.mutateAsync({ body: { propertyId } })
    if (isRemoved) return showToast(texts.removed(property.name), { undo: () => void bringBack() })
    const names = [...new Set(weeklyJobs.map((job) => services.name(job.serviceKey)))].join(', ')
    const isSure = await confirmPrompt({
      title: texts.removeTitle(property.name),
      body: texts.removeBody(names),
      submitLabel: texts.removeSubmit,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { propertyId, endsWeeklyJobs: true } }),
    })
    if (!isSure) throw new StillThere()
    return showToast(texts.removed(property.name))
  }
  return async () => {
    try {
      await removeAtOnce()
      await navigate(linkTo('home'))
    } catch (error) {
      if (!(error instanceof StillThere)) showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
}

/** The reader thought better of it. */
class StillThere extends Error {}
