/** How an account that tells of a place's stays is: when it was read, and what the host has to say where we cannot know. */
import type { Reply } from '#web/api.ts'
import { useUser } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { linkTo } from '#web/urls.ts'

type Account = NonNullable<Reply<'GET /api/stay-sources'>['sources'][number]['account']>

export function AccountState({ account, timeZone }: { account: Account; timeZone: string }) {
  const { readAt, isLapsed, goneSince } = account
  const texts = useText().places.calendars
  const format = useFormat()
  // The account is the owner's alone.
  const isOwner = !useUser()?.looks_after
  const toAccount = (label: string) =>
    isOwner && <ButtonLink to={linkTo('hospitableRedirect')}>{label}</ButtonLink>
  return (
    <>
      <p className="text-sm">
        {readAt === null ? texts.neverGood : texts.lastGood(format.dateTime(readAt, timeZone))}
      </p>
      {isLapsed ? (
        <Banner tone="warn" actions={toAccount(texts.hospitable)}>
          {texts.lapsedBody}
        </Banner>
      ) : (
        goneSince !== null && (
          <Banner tone="warn" actions={toAccount(texts.match)}>
            {texts.goneBody(format.dateTime(goneSince, timeZone))}
          </Banner>
        )
      )}
    </>
  )
}
