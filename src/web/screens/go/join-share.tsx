/** Where an invitation to look after places leads: taken with the account that is signed in, or with a new one. */
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { goToAccount } from '#web/session/go-to-account.ts'
import { useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

type Opened = Reply<'POST /api/open-share-invitation'>

export function JoinShare({ token }: { token: string }) {
  const { sharing: texts } = useText()
  const opening = useEndpoint('POST /api/open-share-invitation', { body: { token } }, { staleMs: 0 })
  return (
    <Page title={texts.join.title} width="narrow">
      {opening.isLoadingError && <ErrorState error={opening.error} onRetry={() => void opening.refetch()} />}
      {opening.isPending && <SkeletonCard rows={3} />}
      {opening.data && (
        <Card>
          <p className="pb-2 text-lg wrap-anywhere">{texts.join.body(opening.data.ownerName)}</p>
          <p className="pb-4 text-muted">{`${whereOf(opening.data, texts.everyPlace)}. ${texts.does[opening.data.role]}`}</p>
          <Taking token={token} opened={opening.data} />
        </Card>
      )}
    </Page>
  )
}

function whereOf({ isWhole, groups }: Opened, everyPlace: string): string {
  return isWhole ? everyPlace : groups.map(({ name }) => name).join(', ')
}

function Taking({ token, opened }: { token: string; opened: Opened }) {
  const { join: texts } = useText().sharing
  const user = useUser()
  if (user?.type === 'Customer') return <AcceptButton token={token} name={user.name ?? ''} />
  if (user !== undefined) return <Banner tone="warn">{texts.notCustomer}</Banner>
  if (!opened.hasAccount) return <JoinForm token={token} opened={opened} />
  const here = linkTo('goLink', { go_id: `share-${token}` })
  return (
    <div className="grid justify-items-start gap-4">
      <p className="wrap-anywhere">{texts.known(opened.email)}</p>
      <ButtonLink tone="primary" isLarge to={linkTo('login', {}, { to: here })}>
        {texts.signIn}
      </ButtonLink>
    </div>
  )
}

function AcceptButton({ token, name }: { token: string; name: string }) {
  const { join: texts } = useText().sharing
  const accept = useAction('POST /api/accept-share')
  const take = async () => {
    const { shareId } = await accept.mutateAsync({ body: { token } })
    await goToAccount(shareId)
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p className="wrap-anywhere">{texts.as(name)}</p>
      <Button tone="primary" isBusy={accept.isPending} onClick={() => void take().catch(() => undefined)}>
        {texts.accept}
      </Button>
    </div>
  )
}

function JoinForm({ token, opened }: { token: string; opened: Opened }) {
  const { sharing, session } = useText()
  const { join: texts } = sharing
  const draft = useDraft({ name: opened.name, password: '' })
  const join = useAction('POST /api/join-share')
  const submit = async () => {
    await join.mutateAsync({ body: { token, ...draft.values } })
    draft.reset()
    window.location.assign(linkTo('home'))
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.open} isWide>
      <p className="wrap-anywhere text-muted">{texts.choose(opened.email)}</p>
      <TextField label={texts.name} autoComplete="name" {...draft.field('name')} />
      <PasswordField
        label={session.password}
        hint={texts.hint}
        autoComplete="new-password"
        {...draft.field('password')}
      />
    </Form>
  )
}
