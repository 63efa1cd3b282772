/** Calendars for the reader's own app: their secret addresses, how to add them, and how to take them back. */
import type { Contract } from '#contract/index.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type SharedCalendar = Reply<'GET /api/calendars'>['calendars'][number]
export type CalendarSubject = BodyInput<Contract['POST /api/share-calendar']>['subject']

const REFRESHES = ['GET /api/calendars'] as const

/** Those of the subjects that are shared, and a button for each that is not. */
export function CalendarLinks({ subjects }: { subjects: readonly (readonly [CalendarSubject, string])[] }) {
  const calendars = useEndpoint('GET /api/calendars')
  if (calendars.isPending) return <Skeleton rows={1} />
  if (calendars.isLoadingError)
    return <ErrorState error={calendars.error} onRetry={() => void calendars.refetch()} />
  const shared = calendars.data?.calendars ?? []
  return (
    <ul className="divide-y divide-line">
      {subjects.map(([subject, name]) => {
        const calendar = shared.find((each) => isOf(each, subject))
        return (
          <li key={JSON.stringify(subject)} className="grid grid-cols-1 gap-3 px-4 py-4 sm:px-5">
            {calendar === undefined ? (
              <Unshared subject={subject} name={name} />
            ) : (
              <Shared calendar={calendar} name={name} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Unshared({ subject, name }: { subject: CalendarSubject; name: string }) {
  const { calendars: texts } = useText().onboarding
  const share = useAction('POST /api/share-calendar', { refreshes: REFRESHES })
  const shareIt = async () => {
    try {
      await share.mutateAsync({ body: { subject } })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 font-semibold wrap-anywhere">{name}</p>
      <Button
        icon="share"
        isBusy={share.isPending}
        aria-label={texts.shareOf(name)}
        onClick={() => void shareIt()}
      >
        {texts.share}
      </Button>
    </div>
  )
}

function Shared({ calendar, name }: { calendar: SharedCalendar; name: string }) {
  const { calendars: texts } = useText().onboarding
  const format = useFormat()
  const { url, readAt } = calendar
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      showToast(texts.copied)
    } catch {
      showToast(texts.copyByHand, { tone: 'danger' })
    }
  }
  const subscribable = url.replace(/^https?:/, 'webcal:')
  return (
    <>
      <div>
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {readAt === null ? texts.neverRead : texts.lastRead(format.dateTime(readAt))}
        </p>
      </div>
      <p className="rounded-xl bg-sunken px-3 py-2 text-sm break-all select-all">
        <span className="sr-only">{texts.address} </span>
        {url}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" aria-label={texts.copyOf(name)} onClick={() => void copy()}>
          {texts.copy}
        </Button>
        <ExternalLink href={subscribable} isButton icon="calendar" isNewTab={false}>
          {texts.open}
        </ExternalLink>
        <ExternalLink
          href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(subscribable)}`}
          isButton
          icon="external"
        >
          {texts.openGoogle}
        </ExternalLink>
        <Ending calendar={calendar} name={name} />
      </div>
    </>
  )
}

function Ending({ calendar, name }: { calendar: SharedCalendar; name: string }) {
  const { calendars: texts } = useText().onboarding
  const replace = useAction('POST /api/replace-calendar-address', { refreshes: REFRESHES })
  const revoke = useAction('POST /api/revoke-calendar', { refreshes: REFRESHES })
  const body = { calendarId: calendar.id }
  const askNewAddress = async () => {
    const isNew = await confirmPrompt({
      title: texts.replaceTitle,
      body: texts.replaceBody,
      submitLabel: texts.replace,
      onSubmit: () => replace.mutateAsync({ body }),
    })
    if (isNew) showToast(texts.replaced)
  }
  const askWhether = async () => {
    const isGone = await confirmPrompt({
      title: texts.revokeTitle(name),
      body: texts.revokeBody,
      submitLabel: texts.revoke,
      isDanger: true,
      onSubmit: () => revoke.mutateAsync({ body }),
    })
    if (isGone) showToast(texts.revoked)
  }
  return (
    <>
      <Button tone="quiet" aria-label={texts.replaceOf(name)} onClick={() => void askNewAddress()}>
        {texts.replace}
      </Button>
      <Button tone="quiet" aria-label={texts.revokeOf(name)} onClick={() => void askWhether()}>
        {texts.revoke}
      </Button>
    </>
  )
}

function isOf(calendar: SharedCalendar, subject: CalendarSubject): boolean {
  if (calendar.kind !== subject.kind) return false
  if (subject.kind === 'group') return calendar.groupId === subject.groupId
  return subject.kind !== 'place' || calendar.propertyId === subject.propertyId
}
