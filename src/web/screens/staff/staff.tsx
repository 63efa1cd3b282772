/** Who works here: roles by city, when somebody was last seen, and who is invited. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListRow } from '#web/ui/lists/list.tsx'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Page } from '#web/ui/page.tsx'
import { ChangeRoles } from './change-roles.tsx'
import { InvitationsPart } from './invitations-part.tsx'
import { InviteForm } from './invite-form.tsx'
import { type Charge, rolesText } from './roles-fields.tsx'

type Person = Reply<'GET /api/staff'>['people'][number]

const NO_CHARGE: Charge = { cities: [], mayGiveEverywhere: false }

export function Staff() {
  const { staff: texts } = useText()
  const [search, setSearch] = useSearchParams()
  const ofCity = search.get('invite')
  const [isInviting, setInviting] = useState(ofCity !== null)
  const close = () => {
    setInviting(false)
    setSearch({}, { replace: true })
  }
  const pages = useEndpointPages('GET /api/staff', { query: {} }, (page) => page.people)
  const charge = pages.first ?? NO_CHARGE
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      width="wide"
      actions={
        <Only may="staff" isSaid>
          <Button tone="primary" icon="plus" onClick={() => setInviting(true)}>
            {texts.invite.submit}
          </Button>
        </Only>
      }
    >
      <PagedList
        pages={pages}
        label={texts.title}
        more={texts.more}
        empty={<EmptyState icon="users" title={texts.nobody} />}
      >
        {(person) => <PersonRow key={person.id} person={person} charge={charge} />}
      </PagedList>
      <InvitationsPart />
      <Only may="staff">
        <Sheet title={texts.invite.title} isOpen={isInviting} onClose={close}>
          {isInviting && <InviteForm charge={charge} marketId={ofCity} onDone={close} />}
        </Sheet>
      </Only>
    </Page>
  )
}

function PersonRow({ person, charge }: { person: Person; charge: Charge }) {
  const { staff: texts } = useText()
  const format = useFormat()
  const [isChanging, setChanging] = useState(false)
  const hasEnded = person.everywhere === null && person.cities.length === 0
  const seen = person.lastSeenAt === null ? texts.neverSeen : texts.seen(format.dateTime(person.lastSeenAt))
  return (
    <>
      <ListRow
        icon="user"
        title={person.name}
        detail={
          <>
            <span className="block wrap-anywhere">{`${person.email} · ${seen}`}</span>
            {!hasEnded && <span className="block wrap-anywhere">{rolesText(person, texts)}</span>}
          </>
        }
        state={
          <span className="flex flex-wrap gap-1">
            {person.isSelf && <Badge tone="info">{texts.you}</Badge>}
            {hasEnded ? <Badge>{texts.ended}</Badge> : <FactorBadge {...person} />}
          </span>
        }
        actions={
          <>
            <Button
              tone="quiet"
              aria-label={`${texts.change.open}: ${person.name}`}
              onClick={() => setChanging(true)}
            >
              {texts.change.open}
            </Button>
            {person.secondFactor !== null && !person.isSelf && <ResetButton person={person} />}
            {!hasEnded && <EndButton person={person} />}
          </>
        }
      />
      <Sheet title={texts.change.title(person.name)} isOpen={isChanging} onClose={() => setChanging(false)}>
        {isChanging && <ChangeRoles person={person} charge={charge} onDone={() => setChanging(false)} />}
      </Sheet>
    </>
  )
}

function FactorBadge({ secondFactor }: Pick<Person, 'secondFactor'>) {
  const { secondFactor: words } = useText().staff
  return <Badge tone={secondFactor === null ? 'warn' : 'good'}>{words[secondFactor ?? 'none']}</Badge>
}

function ResetButton({ person }: { person: Person }) {
  const { staff: texts } = useText()
  const { reset } = texts
  const action = useAction('POST /api/reset-second-factor', { refreshes: ['GET /api/staff'] })
  const ask = async () => {
    const given = await openPrompt({
      title: reset.title(person.name),
      body: reset.body,
      inputs: [{ name: 'reason', label: texts.reason, kind: 'text' }],
      submitLabel: reset.submit,
      isDanger: true,
      onSubmit: ({ reason = '' }) => action.mutateAsync({ body: { userId: person.id, reason } }),
    })
    if (given !== undefined) showToast(reset.done(person.name))
  }
  return (
    <Button tone="quiet" aria-label={`${reset.open}: ${person.name}`} onClick={() => void ask()}>
      {reset.open}
    </Button>
  )
}

function EndButton({ person }: { person: Person }) {
  const { staff: texts } = useText()
  const { end, reason } = texts
  const change = useAction('POST /api/change-staff-roles', { refreshes: ['GET /api/staff'] })
  const ask = async () => {
    const given = await openPrompt({
      title: end.title(person.name),
      body: end.body,
      inputs: [{ name: 'reason', label: reason, kind: 'text' }],
      submitLabel: end.submit,
      isDanger: true,
      onSubmit: ({ reason: why = '' }) =>
        change.mutateAsync({
          body: { userId: person.id, roles: { everywhere: null, cities: [] }, reason: why },
        }),
    })
    if (given !== undefined) showToast(end.done(person.name))
  }
  return (
    <Button tone="quiet" aria-label={`${end.submit}: ${person.name}`} onClick={() => void ask()}>
      {end.submit}
    </Button>
  )
}
