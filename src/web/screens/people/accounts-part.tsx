/** Whose places one looks after: going there and back, what one hears of, and stopping. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { goToAccount } from '#web/session/go-to-account.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { internalPathOr } from '#web/ui/destination.ts'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { CheckboxField } from '#web/ui/forms/checkbox-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'
import { shareText } from './share-fields.tsx'

type Account = Reply<'GET /api/accounts'>['accounts'][number]

const refreshes = ['GET /api/accounts'] as const

export function AccountsPart() {
  const { accounts: texts } = useText().sharing
  const read = useEndpoint('GET /api/accounts')
  useOnwards(read.data)
  if (read.isLoadingError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data || read.data.accounts.length === 0) return null
  const { accounts, current } = read.data
  return (
    <Card title={texts.title} isFlush>
      <List label={texts.title}>
        {accounts.map((account) => (
          <AccountRow key={account.shareId} account={account} isHere={account.shareId === current} />
        ))}
      </List>
    </Card>
  )
}

/** A notice names the share and the page: the browser goes to that account first, and then there. */
function useOnwards(read: Reply<'GET /api/accounts'> | undefined): void {
  const [search] = useSearchParams()
  const share = search.get('share')
  const to = internalPathOr(search.get('to'), linkTo('home'))
  const account = read?.accounts.find(({ shareId }) => shareId === share)
  const isGoing = useRef(false)
  useEffect(() => {
    if (account === undefined || isGoing.current) return
    isGoing.current = true
    goToAccount(account.shareId, to).catch(() => (isGoing.current = false))
  }, [account, to])
}

function AccountRow({ account, isHere }: { account: Account; isHere: boolean }) {
  const { sharing: texts } = useText()
  const { shareId, ownerName, getsNotices, getsReminders } = account
  const save = useAction('POST /api/save-share-notices', { refreshes })
  const choose = (choice: { getsNotices?: boolean; getsReminders?: boolean }) =>
    void save.mutateAsync({ body: { shareId, getsNotices, ...choice } }).catch(() => undefined)
  return (
    <>
      <ListRow
        icon="home"
        title={texts.accounts.of(ownerName)}
        detail={shareText(account, texts)}
        state={isHere && <Badge tone="info">{texts.accounts.isHere}</Badge>}
        actions={
          <>
            <Button
              tone="quiet"
              aria-label={`${isHere ? texts.accounts.back : texts.accounts.use}: ${ownerName}`}
              onClick={() => void goToAccount(isHere ? null : shareId).catch(() => undefined)}
            >
              {isHere ? texts.accounts.back : texts.accounts.use}
            </Button>
            <LeaveButton account={account} isHere={isHere} />
          </>
        }
      />
      <li className="px-4 pb-2 sm:px-5">
        <CheckboxField
          name={`notices-${shareId}`}
          label={texts.accounts.notices}
          value={getsNotices}
          onChange={(wants) => choose({ getsNotices: wants })}
        />
        <CheckboxField
          name={`reminders-${shareId}`}
          label={texts.accounts.reminders}
          value={getsReminders}
          onChange={(wants) => choose({ getsReminders: wants })}
        />
      </li>
    </>
  )
}

function LeaveButton({ account: { shareId, ownerName }, isHere }: { account: Account; isHere: boolean }) {
  const { accounts: texts } = useText().sharing
  const leave = useAction('POST /api/leave-share', { refreshes })
  const ask = async () => {
    const hasLeft = await confirmPrompt({
      title: texts.leaveTitle(ownerName),
      body: texts.leaveBody,
      submitLabel: texts.leave,
      isDanger: true,
      onSubmit: () => leave.mutateAsync({ body: { shareId } }),
    })
    if (!hasLeft) return
    showToast(texts.left(ownerName))
    if (isHere) await goToAccount(null, linkTo('people'))
  }
  return (
    <Button tone="quiet" aria-label={`${texts.leave}: ${ownerName}`} onClick={() => void ask()}>
      {texts.leave}
    </Button>
  )
}
