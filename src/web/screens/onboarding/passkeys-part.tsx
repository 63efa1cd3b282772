/** The passkeys of an account: what they are for, those there are, and one more. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointQuery, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { addPasskey, canUsePasskeys } from '#web/session/passkey.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type Passkey = Reply<'GET /api/passkeys'>[number]

const CHANGED = ['GET /api/passkeys', 'GET /api/sign-in-ways'] as const

export function PasskeysPart() {
  const { passkeys: texts } = useText().signIn
  const client = useQueryClient()
  const passkeys = useEndpoint('GET /api/passkeys')
  const [isBusy, setIsBusy] = useState(false)
  const isHere = canUsePasskeys()
  const add = async () => {
    setIsBusy(true)
    try {
      const added = await addPasskey()
      if (added === null) return
      await Promise.all(
        CHANGED.map((key) => client.invalidateQueries({ queryKey: endpointQuery(key).queryKey })),
      )
      showToast(texts.added(added.name))
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    } finally {
      setIsBusy(false)
    }
  }
  // A device that knows none shows those of others, if there are any.
  if (!isHere && (passkeys.data ?? []).length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <p className="px-4 pb-3 text-muted sm:px-5">{texts.body}</p>
      {passkeys.isPending && <Skeleton rows={1} />}
      {passkeys.isLoadingError && (
        <ErrorState error={passkeys.error} onRetry={() => void passkeys.refetch()} />
      )}
      <List label={texts.title}>
        {passkeys.data?.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </List>
      {isHere && (
        <div className="border-t border-line p-4">
          <Button icon="plus" isBusy={isBusy} onClick={() => void add()}>
            {texts.add}
          </Button>
        </div>
      )}
    </Card>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { passkeys: texts } = useText().signIn
  const format = useFormat()
  const rename = useAction('POST /api/rename-passkey', { refreshes: ['GET /api/passkeys'] })
  const remove = useAction('POST /api/remove-passkey', { refreshes: CHANGED })
  const { id: passkeyId, name, createdAt, lastUsedAt } = passkey
  const askName = () =>
    openPrompt({
      title: texts.renameTitle,
      inputs: [{ name: 'name', label: texts.name, value: name }],
      submitLabel: texts.rename,
      onSubmit: (values) => rename.mutateAsync({ body: { passkeyId, name: values['name'] ?? '' } }),
    })
  const askWhether = async () => {
    const isGone = await confirmPrompt({
      title: texts.removeTitle(name),
      body: texts.removeBody,
      submitLabel: texts.remove,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { passkeyId } }),
    })
    if (isGone) showToast(texts.removed(name))
  }
  const dates = [
    texts.createdOn(format.dateOf(createdAt)),
    lastUsedAt === null ? texts.neverUsed : texts.lastUsed(format.dateTime(lastUsedAt)),
    ...(passkey.isSynced ? [texts.synced] : []),
  ]
  return (
    <ListRow
      icon="key"
      title={name}
      detail={dates.join(' · ')}
      actions={
        <>
          <Button tone="quiet" aria-label={texts.renameOf(name)} onClick={() => void askName()}>
            {texts.rename}
          </Button>
          <Button tone="quiet" aria-label={texts.removeOf(name)} onClick={() => void askWhether()}>
            {texts.remove}
          </Button>
        </>
      }
    />
  )
}
