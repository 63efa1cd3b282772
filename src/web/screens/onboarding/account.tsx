/** One's own account: profile, language and zone, e-mail address, password, sessions. */

import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { LANGUAGES } from '#domain/language.ts'
import { useAction } from '#web/api.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { chooseLanguage, type User, useRefreshUser, useUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { PhoneField } from '#web/ui/forms/phone-field.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { EmailCard, PasswordCard, Sessions, TextCodeCard } from './account.parts.tsx'

const LeavingPart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./leaving-part.tsx')).LeavingPart })),
)

const OwnCalendars = lazy(() =>
  loadChunk(async () => ({ default: (await import('#web/calendars/own-calendars.tsx')).OwnCalendars })),
)

const PasskeysPart = lazy(() =>
  loadChunk(async () => ({ default: (await import('./passkeys-part.tsx')).PasskeysPart })),
)

export function Account() {
  const { account } = useText().onboarding
  const user = useUser()
  return (
    <Page title={account.title} width="narrow">
      {user === undefined ? (
        <SkeletonCard rows={4} />
      ) : (
        <>
          <ProfileCard user={user} />
          <EmailCard user={user} />
          <TextCodeCard user={user} />
          <Suspense fallback={<SkeletonCard rows={2} />}>
            <PasskeysPart />
          </Suspense>
          <PasswordCard />
          {user.type !== 'Operator' && (
            <Suspense fallback={<SkeletonCard rows={2} />}>
              <OwnCalendars isCrew={user.type === 'Crew'} />
            </Suspense>
          )}
          <Sessions />
          <Suspense fallback={<SkeletonCard rows={3} />}>
            <LeavingPart user={user} />
          </Suspense>
        </>
      )}
    </Page>
  )
}

function ProfileCard({ user }: { user: User }) {
  const { onboarding, shell } = useText()
  const { account } = onboarding
  const client = useQueryClient()
  const refreshUser = useRefreshUser()
  const update = useAction('POST /api/update-profile')
  const draft = useDraft({
    name: user.name ?? '',
    phone: maskPhone(user.phone ?? ''),
    timeZone: user.time_zone ?? 'America/Denver',
    language: user.locale ?? 'en',
  })
  const save = async () => {
    const { name, phone, timeZone, language } = draft.values
    await update.mutateAsync({ body: { name, ...(phone === '' ? {} : { phone }), timeZone } })
    if (language !== user.locale) await chooseLanguage(language, client)
    draft.reset(draft.values)
    await refreshUser()
    showToast(account.saved)
  }
  const zones = { [draft.values.timeZone]: draft.values.timeZone, ...account.timeZones }
  return (
    <Card title={account.profile}>
      <Form onSubmit={save} submitLabel={account.save} label={account.profile}>
        <TextField label={onboarding.person.name} autoComplete="name" {...draft.field('name')} />
        <PhoneField
          label={onboarding.person.phone}
          {...draft.field('phone')}
          isOptional={user.phone === null}
        />
        <SelectField
          label={account.timeZone}
          options={Object.entries(zones).map(([value, label]) => ({ value, label }))}
          {...draft.field('timeZone')}
        />
        <SelectField
          label={account.language}
          options={LANGUAGES.map((value) => ({ value, label: shell.language[value] }))}
          {...draft.field('language')}
        />
      </Form>
    </Card>
  )
}
