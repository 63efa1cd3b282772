/** What an operator does for a person that calls. */
import { lazy, Suspense, useState } from 'react'
import type { Capability } from '#domain/staff/roles.ts'
import { useAction } from '#web/api.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { Asked, Person } from './person-type.ts'

const Dialogs = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).PersonDialog }))

type Item = { readonly needs: Capability } & Parameters<typeof Menu>[0]['items'][number]

export function PersonActions({ person }: { person: Person }) {
  const { actions: texts } = useText().peopleDesk
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const items = useItems(person, setAsked).filter(({ needs }) => may(needs))
  if (person.type === 'Operator' || person.mergedInto !== null) return null
  if (items.length === 0) return <Only may="support" isSaid />
  return (
    <>
      <Menu label={texts.label} trigger={texts.label} items={items} />
      {asked !== undefined && (
        <Suspense fallback={null}>
          <Dialogs person={person} asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** All that can be done for this person, with what it needs. */
function useItems(person: Person, ask: (asked: Asked) => void): readonly Item[] {
  const { peopleDesk, operator, assignments: assignmentTexts } = useText()
  const { actions: texts } = peopleDesk
  const link = useAction('POST /api/mail-sign-in-link', { refreshes: ['GET /api/history'] })
  const assignments = useAction('POST /api/send-assignments-link', { refreshes: ['GET /api/history'] })
  const unfreeze = useAction('POST /api/unfreeze-user', {
    refreshes: ['GET /api/person', 'GET /api/history'],
  })
  const saying = (text: string) => ({
    onSuccess: () => showToast(text),
    onError: (error: Error) => showToast(error.message, { tone: 'danger' }),
  })
  const { id, email, frozenUntil } = person
  const sendAssignments = () =>
    assignments.mutate({ body: { crewId: id } }, saying(assignmentTexts.link.sentTo(person.name)))
  const sendLink = () => link.mutate({ body: { id } }, saying(texts.linkSent(email)))
  const thaw = () => unfreeze.mutate({ body: { userId: id } }, saying(operator.people.thawed))
  const [freeze, lock] = [() => ask('freeze'), { needs: 'support', icon: 'lock' } as const]
  const items: readonly (Item | false)[] = [
    { needs: 'support', label: texts.message, icon: 'message', onSelect: () => ask('message') },
    { needs: 'support', label: texts.correct, icon: 'user', onSelect: () => ask('correct') },
    { needs: 'support', label: texts.seeAs, icon: 'eye', onSelect: () => ask('seeAs') },
    person.customer !== null && {
      needs: 'refund',
      label: texts.credit,
      icon: 'gift',
      onSelect: () => ask('credit'),
    },
    person.crew !== null && {
      needs: 'dispatch',
      label: assignmentTexts.link.sendTo,
      icon: 'truck',
      onSelect: sendAssignments,
    },
    { needs: 'support', label: texts.merge, icon: 'users', onSelect: () => ask('merge') },
    email !== '' && { needs: 'support', label: texts.link, icon: 'mail', onSelect: sendLink },
    frozenUntil === null
      ? { ...lock, label: operator.people.freeze, isDanger: true, onSelect: freeze }
      : { ...lock, label: operator.people.unfreeze, onSelect: thaw },
    {
      needs: 'support',
      label: texts.signOut,
      icon: 'sign-out',
      isDanger: true,
      onSelect: () => ask('signOut'),
    },
  ]
  return items.filter((item) => item !== false)
}
