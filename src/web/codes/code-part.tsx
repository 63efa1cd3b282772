/** Signing in by a code, in three small steps: where it goes, the code, and for a phone that is new here a name. */
import { useState } from 'react'
import { DEMO_CODE, RESEND_SECONDS } from '#domain/accounts/sign-in-code.ts'
import { useAction } from '#web/api.ts'
import { Agreement } from '#web/session/agreement.tsx'
import { useConfig } from '#web/session/config.ts'
import { rememberWay } from '#web/session/last-way.ts'
import { codesToSend } from '#web/session/referral.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useNow } from '#web/ui/now.ts'
import { CodeField } from './code-field.tsx'
import { type KeptCode, useKeptCode } from './kept-code.ts'

const SECOND_MS = 1_000

type Channel = KeptCode['channel']

type CodePartProps = {
  /** Where it may go; the first is proposed. */
  channels: readonly Channel[]
  /** Somebody is signed in: goes on. */
  onEntered: () => Promise<void>
}

export function CodePart({ channels, onEntered }: CodePartProps) {
  const [kept, keep] = useKeptCode()
  const enter = async () => {
    rememberWay('code')
    keep(null)
    await onEntered()
  }
  if (kept === null) return <Ask channels={channels} onSent={keep} />
  if (kept.isProven) return <Name kept={kept} onEntered={enter} onBack={() => keep(null)} />
  return <Enter kept={kept} onKeep={keep} onEntered={enter} />
}

function Ask({ channels, onSent }: { channels: readonly Channel[]; onSent: (kept: KeptCode) => void }) {
  const { signIn: texts } = useText()
  const send = useAction('POST /api/send-code')
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'phone')
  const draft = useDraft({ phone: '', email: '' })
  const submit = async () => {
    const to = draft.values[channel].trim()
    const body = channel === 'phone' ? { phone: to } : { email: to }
    const { token } = await send.mutateAsync({ body })
    draft.reset()
    onSent({ channel, to, token, sentAt: Date.now(), isProven: false })
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.send} isWide label={texts.send}>
      {channels.length > 1 && (
        <ChipGroup<Channel>
          label={texts.channel}
          name="channel"
          value={channel}
          onChange={setChannel}
          options={[
            { value: 'phone', label: texts.byPhone, icon: 'phone' },
            { value: 'email', label: texts.byEmail, icon: 'mail' },
          ]}
        />
      )}
      {channel === 'phone' ? (
        <PhoneField label={texts.phone} hint={texts.phoneHint} {...draft.field('phone')} />
      ) : (
        <TextField
          label={texts.email}
          hint={texts.emailHint}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...draft.field('email')}
        />
      )}
    </Form>
  )
}

type StepProps = { kept: KeptCode; onEntered: () => Promise<void> }

function Enter({ kept, onKeep, onEntered }: StepProps & { onKeep: (next: KeptCode | null) => void }) {
  const { signIn: texts } = useText()
  const config = useConfig()
  const signIn = useAction('POST /api/sign-in-with-code')
  const draft = useDraft({ code: '' })
  const { channel, to, token } = kept
  const submit = async () => {
    const { account } = await signIn.mutateAsync({ body: { token, code: draft.values.code } })
    draft.reset()
    if (account === null) onKeep({ ...kept, isProven: true })
    else await onEntered()
  }
  return (
    <>
      <output className="block pb-4">
        {channel === 'phone' ? texts.sentToPhone(to) : texts.sentToEmail(to)}
      </output>
      {config?.isDemo && (
        <div className="pb-4">
          <Banner>{texts.demo(DEMO_CODE)}</Banner>
        </div>
      )}
      <Form onSubmit={submit} submitLabel={texts.check} isWide label={texts.check}>
        <CodeField label={texts.code} {...draft.field('code')} />
      </Form>
      <div className="mt-4 flex flex-wrap justify-between gap-2">
        <Again kept={kept} onKeep={onKeep} />
        <Button tone="quiet" onClick={() => onKeep(null)}>
          {channel === 'phone' ? texts.otherPhone : texts.otherEmail}
        </Button>
      </div>
    </>
  )
}

/** The same code again, after a moment: texts are slow more often than lost. */
function Again({ kept, onKeep }: { kept: KeptCode; onKeep: (next: KeptCode) => void }) {
  const { signIn: texts } = useText()
  const send = useAction('POST /api/send-code')
  const waitsMs = kept.sentAt + RESEND_SECONDS * SECOND_MS - useNow(SECOND_MS)
  const again = async () => {
    const { channel, to, token: before } = kept
    const body = channel === 'phone' ? { phone: to, token: before } : { email: to, token: before }
    try {
      const { token } = await send.mutateAsync({ body })
      onKeep({ ...kept, token, sentAt: Date.now() })
      if (token === before) showToast(texts.sentAgain, { tone: 'info' })
    } catch (error) {
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    }
  }
  const isWaiting = waitsMs > 0
  return (
    <Button tone="quiet" disabled={isWaiting} isBusy={send.isPending} onClick={() => void again()}>
      {isWaiting ? texts.againIn(Math.ceil(waitsMs / SECOND_MS)) : texts.again}
    </Button>
  )
}

function Name({ kept, onEntered, onBack }: StepProps & { onBack: () => void }) {
  const { signIn: texts } = useText()
  const locale = useLanguage()
  const open = useAction('POST /api/open-account')
  const draft = useDraft({ name: '', email: '' })
  const submit = async () => {
    const { name, email } = draft.values
    const given = email.trim() === '' ? {} : { email: email.trim() }
    const { codeRefused } = await open.mutateAsync({
      body: { token: kept.token, name, ...given, locale, ...codesToSend() },
    })
    draft.reset()
    await onEntered()
    if (codeRefused !== null) showToast(codeRefused, { tone: 'info' })
  }
  return (
    <>
      <output className="block pb-4 text-muted">{texts.newBody(kept.to)}</output>
      <Form
        onSubmit={submit}
        submitLabel={texts.open}
        isWide
        label={texts.newTitle}
        secondary={
          <Button tone="quiet" onClick={onBack}>
            {texts.otherPhone}
          </Button>
        }
      >
        <TextField label={texts.name} autoComplete="name" {...draft.field('name')} />
        <TextField
          label={texts.email}
          hint={texts.emailWhy}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          isOptional
          {...draft.field('email')}
        />
        <Agreement />
      </Form>
    </>
  )
}
