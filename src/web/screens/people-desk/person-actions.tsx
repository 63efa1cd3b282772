/** What an operator does for a person that calls. */
import { lazy, Suspense, useState } from 'react'
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { Asked, Person } from './person-type.ts'

const Dialogs = lazy(async () => ({ default: (await import('./person-dialogs.tsx')).PersonDialog }))

export function PersonActions({ person }: { person: Person }) {
  const { peopleDesk, operator, assignments: assignmentTexts } = useText()
  const { actions: texts } = peopleDesk
  const [asked, setAsked] = useState<Asked>()
  const link = useAction('POST /api/mail-sign-in-link', { refreshes: ['GET /api/history'] })
  const assignments = useAction('POST /api/send-assignments-link', { refreshes: ['GET /api/history'] })
  const unfreeze = useAction('POST /api/unfreeze-user', {
    refreshes: ['GET /api/person', 'GET /api/history'],
  })
  const saying = (text: string) => ({
    onSuccess: () => showToast(text),
    onError: (error: Error) => showToast(error.message, { tone: 'danger' }),
  })
  if (person.type === 'Operator') return null
  const body = { id: person.id }
  return (
    <>
      <Menu
        label={texts.label}
        trigger={texts.label}
        items={[
          { label: texts.message, icon: 'message', onSelect: () => setAsked('message') },
          { label: texts.correct, icon: 'user', onSelect: () => setAsked('correct') },
          { label: texts.seeAs, icon: 'eye', onSelect: () => setAsked('seeAs') },
          ...(person.customer === null
            ? []
            : [{ label: texts.credit, icon: 'gift' as const, onSelect: () => setAsked('credit') }]),
          ...(person.crew === null
            ? []
            : [
                {
                  label: assignmentTexts.link.sendTo,
                  icon: 'truck' as const,
                  onSelect: () =>
                    assignments.mutate(
                      { body: { crewId: person.id } },
                      saying(assignmentTexts.link.sentTo(person.name)),
                    ),
                },
              ]),
          ...(person.email === ''
            ? []
            : [
                {
                  label: texts.link,
                  icon: 'mail' as const,
                  onSelect: () => link.mutate({ body }, saying(texts.linkSent(person.email))),
                },
              ]),
          person.frozenUntil === null
            ? {
                label: operator.people.freeze,
                icon: 'lock',
                isDanger: true,
                onSelect: () => setAsked('freeze'),
              }
            : {
                label: operator.people.unfreeze,
                icon: 'lock',
                onSelect: () =>
                  unfreeze.mutate({ body: { userId: person.id } }, saying(operator.people.thawed)),
              },
          { label: texts.signOut, icon: 'sign-out', isDanger: true, onSelect: () => setAsked('signOut') },
        ]}
      />
      {asked !== undefined && (
        <Suspense fallback={null}>
          <Dialogs person={person} asked={asked} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
