import { useNavigate } from 'react-router'
import type { PropertyGroupId } from '#domain/ids.ts'
import { useAction } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { StateBadge } from '#web/ui/badge.tsx'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RouteLink } from '#web/ui/route-link.tsx'
import { linkTo } from '#web/urls.ts'
import { type GroupHeading, type PropertyCard, whereabouts } from './group-rows.ts'

const PLACES = ['GET /api/properties', 'GET /api/property-groups'] as const

export function GroupHeadingRow({ heading, onToggle }: { heading: GroupHeading; onToggle: () => void }) {
  const isOwn = !useUser()?.looks_after
  return (
    <div className="flex items-center bg-sunken pr-2">
      <button
        type="button"
        aria-expanded={heading.isOpen}
        onClick={onToggle}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-2 px-4 text-left font-semibold -outline-offset-2! sm:px-5"
      >
        <Icon name={heading.isOpen ? 'chevron-down' : 'chevron-right'} size={18} className="text-muted" />
        <span className="min-w-0 truncate crowded:whitespace-normal">{heading.name}</span>
        <span className="nums text-sm font-normal text-muted">{heading.count}</span>
      </button>
      {isOwn && heading.groupId !== null && <GroupMenu groupId={heading.groupId} name={heading.name} />}
    </div>
  )
}

function GroupMenu({ groupId, name }: { groupId: PropertyGroupId; name: string }) {
  const texts = useText().places.list
  const navigate = useNavigate()
  const save = useAction('POST /api/save-property-group', { refreshes: PLACES })
  const remove = useAction('POST /api/remove-property-group', { refreshes: PLACES })
  const book = () => navigate(linkTo('jobs', {}, { book: `group:${groupId}` }))
  const rename = async () => {
    const answered = await openPrompt({
      title: texts.renameTitle,
      inputs: [{ name: 'name', label: texts.groupName, value: name }],
      submitLabel: texts.save,
      onSubmit: (values) => save.mutateAsync({ body: { groupId, name: values['name'] ?? '' } }),
    })
    if (answered) showToast(texts.renamed)
  }
  const removeIt = async () => {
    const isSure = await confirmPrompt({
      title: texts.removeGroupTitle(name),
      body: texts.removeGroupBody,
      submitLabel: texts.removeGroup,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { groupId } }),
    })
    if (isSure) showToast(texts.groupRemoved)
  }
  return (
    <Menu
      label={texts.groupMenu(name)}
      items={[
        { label: texts.bookForGroup, icon: 'calendar', onSelect: () => void book() },
        { label: texts.rename, icon: 'settings', onSelect: () => void rename() },
        { label: texts.removeGroup, icon: 'bin', isDanger: true, onSelect: () => void removeIt() },
      ]}
    />
  )
}

export function PropertyRow({ property }: { property: PropertyCard }) {
  const { places, customer } = useText()
  const format = useFormat()
  const { nextVisit, weeklyJobCount } = property
  return (
    <RouteLink
      to={linkTo('property', { property_id: property.id })}
      className="flex min-h-16 items-center gap-3 px-4 py-2 -outline-offset-2! hover:bg-sunken sm:px-5"
    >
      <span className="grid min-w-0 flex-1 grid-cols-1 gap-1 sm:flex sm:items-center sm:gap-3">
        <span className="min-w-0 flex-1">
          <span className="block truncate crowded:whitespace-normal font-medium">{property.name}</span>
          <span className="block truncate crowded:whitespace-normal text-sm text-muted">
            {whereabouts(property)}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted sm:grid sm:shrink-0 sm:justify-items-end sm:text-right">
          {nextVisit === null ? (
            places.list.noVisit
          ) : (
            <>
              <StateBadge state={nextVisit.state} label={customer.states[nextVisit.state]} />
              {places.list.next(format.day(nextVisit.date))}
            </>
          )}
          {weeklyJobCount > 0 && <span className="sr-only">{places.list.weeklyJobs(weeklyJobCount)}</span>}
        </span>
      </span>
      <Icon name="chevron-right" size={18} className="text-muted" />
    </RouteLink>
  )
}
