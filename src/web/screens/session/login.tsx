import { lazy, Suspense, useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAction } from '#web/api.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { useConfig } from '#web/session/config.ts'
import { useEnter } from '#web/session/enter.ts'
import { PasskeyButton } from '#web/passkeys/passkey-button.tsx'
import { isKnownDevice } from '#web/session/last-type.ts'
import { lastWay, rememberWay } from '#web/session/last-way.ts'
import { canUsePasskeys } from '#web/session/passkey.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { type Draft, useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { DemoSignIns, LinkByMail, NewHere } from './login.parts.tsx'

/** Not before somebody wants it: most who come have a password, or a link. */
const CodePart = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/codes/code-part.tsx')).CodePart })),
)

type Way = 'password' | 'code'

/** Signs in and goes on to `to`, if that is a path of this site. */
export function Login() {
  const { session, signIn: texts } = useText()
  const [search] = useSearchParams()
  const config = useConfig()
  const enter = useEnter()
  const signIn = useAction('POST /api/sign-in')
  const draft = useDraft({ email: '', password: '' })
  const to = search.get('to')

  const submit = async (values: { email: string; password: string }) => {
    await signIn.mutateAsync({ body: { ...values, email: values.email.trim() } })
    rememberWay('password')
    draft.reset()
    await enter(to)
  }
  const goOn = useCallback(() => enter(to), [enter, to])
  const enterByCode = async () => {
    await goOn()
    const { offerPasskey } = await loadChunk(() => import('#web/passkeys/offer-passkey.ts'))
    void offerPasskey()
  }
  const [way, setWay] = useState<Way>(() => firstWay(search.get('by')))
  const isKnown = isKnownDevice()
  return (
    <Page title={isKnown ? session.login.title : session.login.titleOfStranger} width="narrow">
      {!isKnown && <NewHere />}
      <Card>
        <div className="grid gap-4">
          {canUsePasskeys() && <PasskeyButton isFirst={lastWay() === 'passkey'} onEntered={goOn} />}
          <ChipGroup<Way>
            label={texts.ways}
            isLabelHidden
            name="way"
            value={way}
            onChange={setWay}
            options={[
              { value: 'password', label: texts.byPassword, icon: 'lock' },
              { value: 'code', label: texts.byCode, icon: 'phone' },
            ]}
          />
          {way === 'code' ? (
            <Suspense fallback={<SkeletonCard rows={2} />}>
              <div>
                <CodePart channels={['phone', 'email']} onEntered={enterByCode} />
              </div>
            </Suspense>
          ) : (
            <PasswordPart draft={draft} to={to} onSubmit={submit} />
          )}
        </div>
      </Card>
      {isKnown && <NewHere />}
      {config?.isDemo && <DemoSignIns onChoose={submit} />}
    </Page>
  )
}

/** As the address says, as a mail does that leads here; else as this device did last. */
function firstWay(asked: string | null): Way {
  return asked === 'code' || (asked === null && lastWay() === 'code') ? 'code' : 'password'
}

type PasswordPartProps = {
  draft: Draft<{ email: string; password: string }>
  to: string | null
  onSubmit: (values: { email: string; password: string }) => Promise<void>
}

function PasswordPart({ draft, to, onSubmit }: PasswordPartProps) {
  const { session } = useText()
  return (
    <div>
      <Form
        onSubmit={() => onSubmit(draft.values)}
        submitLabel={session.login.submit}
        isWide
        label={session.login.submit}
      >
        <TextField
          label={session.email}
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          {...draft.field('email')}
        />
        <PasswordField
          label={session.password}
          autoComplete="current-password"
          {...draft.field('password')}
        />
      </Form>
      <div className="mt-4 flex flex-wrap justify-between gap-x-6 gap-y-2">
        <ButtonLink tone="quiet" to={linkTo('forgotPassword')}>
          {session.login.forgot}
        </ButtonLink>
        <LinkByMail email={draft.values.email} to={to} />
      </div>
    </div>
  )
}
