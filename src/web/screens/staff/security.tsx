/** One's own second factor: what there is, an app that makes codes, and codes for when it is lost. */
import { useState } from 'react'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { QrCode } from '#web/codes/qr-code.tsx'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'

const refreshes = ['GET /api/second-factor'] as const

export function Security() {
  const { security: texts } = useText().staff
  const read = useEndpoint('GET /api/second-factor')
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <Page title={texts.title} subtitle={texts.subtitle} width="narrow">
      {read.isLoadingError && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <SkeletonCard rows={3} />}
      {read.data && <State own={read.data} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      {read.data && codes.length === 0 && <AppCard own={read.data} onCodes={setCodes} />}
      {read.data && (
        <Card title={texts.passkeys}>
          <p className="pb-4 text-muted">{texts.passkeysBody(read.data.passkeys)}</p>
          <ButtonLink icon="key" to={linkTo('account')}>
            {texts.toPasskeys}
          </ButtonLink>
        </Card>
      )}
    </Page>
  )
}

type Own = Reply<'GET /api/second-factor'>

function State({ own }: { own: Own }) {
  const { security: texts } = useText().staff
  if (own.hasApp || own.passkeys > 0) return <Banner tone="good">{texts.isOn}</Banner>
  if (!own.isNeeded) return <Banner tone="info">{texts.isOff}</Banner>
  return <Banner tone="warn">{own.isDemo ? texts.demo : texts.isMissing}</Banner>
}

function AppCard({ own, onCodes }: { own: Own; onCodes: (codes: readonly string[]) => void }) {
  const { security: texts } = useText().staff
  const begin = useAction('POST /api/begin-second-factor')
  const renew = useAction('POST /api/renew-recovery-codes', { refreshes })
  const renewCodes = async () => onCodes((await renew.mutateAsync({})).recoveryCodes)
  return (
    <Card title={texts.app}>
      <p className="pb-4 text-muted">{own.hasApp ? texts.appIsOn(own.recoveryCodesLeft) : texts.appBody}</p>
      {begin.data === undefined ? (
        <div className="flex flex-wrap gap-2">
          <Button
            tone={own.hasApp ? 'secondary' : 'primary'}
            isBusy={begin.isPending}
            onClick={() => void begin.mutateAsync({}).catch(() => undefined)}
          >
            {own.hasApp ? texts.replace : texts.setUp}
          </Button>
          {own.hasApp && (
            <Button isBusy={renew.isPending} onClick={() => void renewCodes().catch(() => undefined)}>
              {texts.renew}
            </Button>
          )}
        </div>
      ) : (
        <Setup {...begin.data} onCodes={onCodes} />
      )}
    </Card>
  )
}

type SetupProps = Reply<'POST /api/begin-second-factor'> & { onCodes: (codes: readonly string[]) => void }

function Setup({ secret, link, qrCode, onCodes }: SetupProps) {
  const { security: texts } = useText().staff
  const draft = useDraft({ code: '' })
  const confirm = useAction('POST /api/confirm-second-factor', { refreshes })
  const submit = async () => {
    const { recoveryCodes } = await confirm.mutateAsync({ body: draft.values })
    draft.reset()
    onCodes(recoveryCodes)
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.confirm}>
      <p>{texts.scan}</p>
      <div className="w-56 max-w-full">
        <QrCode {...qrCode} label={texts.qr} />
      </div>
      <p>{texts.typeKey}</p>
      <p className="nums rounded-xl bg-sunken p-3 text-lg wrap-anywhere">
        {secret.replace(/.{4}(?=.)/g, '$& ')}
      </p>
      <p>
        <a className="text-accent underline" href={link}>
          {texts.openApp}
        </a>
      </p>
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        {...draft.field('code')}
      />
    </Form>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { security: texts } = useText().staff
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  return (
    <Card title={texts.codes}>
      <p className="pb-3 text-muted">{texts.codesBody}</p>
      <ul className="nums flex flex-wrap gap-4 text-lg">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="pt-4">
        <a className="text-accent underline" href={file} download="crew-recovery-codes.txt">
          {texts.keep}
        </a>
      </p>
    </Card>
  )
}
