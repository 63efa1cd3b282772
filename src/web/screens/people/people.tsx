/** Who looks after one's places, what they did there, and whose places one looks after. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { List } from '#web/ui/lists/list.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { AccountsPart } from './accounts-part.tsx'
import { ActionsPart } from './actions-part.tsx'
import { InviteForm } from './invite-form.tsx'
import { PersonRow } from './person-row.tsx'

export function People() {
  const { sharing: texts } = useText()
  const user = useUser()
  const [search] = useSearchParams()
  const [isInviting, setInviting] = useState(false)
  const isOwn = user !== undefined && !user.looks_after
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={
        isOwn && (
          <Button tone="primary" icon="plus" onClick={() => setInviting(true)}>
            {texts.own.invite}
          </Button>
        )
      }
    >
      {search.has('ended') && <Banner tone="warn">{texts.accounts.ended}</Banner>}
      <AccountsPart />
      {isOwn && <OwnPeople isInviting={isInviting} onInvited={() => setInviting(false)} />}
    </Page>
  )
}

function OwnPeople({ isInviting, onInvited }: { isInviting: boolean; onInvited: () => void }) {
  const { own: texts } = useText().sharing
  const read = useEndpoint('GET /api/shares')
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={3} />
  const { people, groups } = read.data
  return (
    <>
      <Card title={texts.title} isFlush>
        {people.length === 0 ? (
          <EmptyState icon="users" title={texts.none}>
            {texts.noneBody}
          </EmptyState>
        ) : (
          <List label={texts.title}>
            {people.map((person) => (
              <PersonRow key={person.shareId} person={person} groups={groups} />
            ))}
          </List>
        )}
      </Card>
      {people.length > 0 && <ActionsPart />}
      <Sheet title={texts.invite} isOpen={isInviting} onClose={onInvited}>
        {isInviting && <InviteForm groups={groups} onDone={onInvited} />}
      </Sheet>
    </>
  )
}
