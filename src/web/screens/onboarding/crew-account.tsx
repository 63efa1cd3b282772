/** A crew's base, range, services and hours. */
import { isLocalTime } from '#domain/time.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { ReliabilityCard } from '#web/assignments/reliability-card.tsx'
import { requireAddress } from '#web/places/chosen-address.ts'
import { useRefreshUser } from '#web/session/user.ts'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { CrewPhoto } from './crew-photo.tsx'
import { TimeOff } from './time-off.tsx'
import { BaseFields, EMPTY_WORK, hoursOf, type Work, WorkFields, workRefusal } from './work-fields.tsx'

export function CrewAccount() {
  const { onboarding } = useText()
  const profile = useEndpoint('GET /api/crew-profile')
  return (
    <Page title={onboarding.crewAccount.title} width="narrow">
      {profile.isPending && <SkeletonCard rows={4} />}
      {profile.isLoadingError && <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />}
      {profile.data && <CrewPhoto />}
      {profile.data && <ProfileForm profile={profile.data} />}
      {profile.data && <TimeOff />}
      {profile.data && <ReliabilityCard />}
    </Page>
  )
}

type Profile = Reply<'GET /api/crew-profile'>

function ProfileForm({ profile }: { profile: Profile }) {
  const { onboarding } = useText()
  const refreshUser = useRefreshUser()
  const update = useAction('POST /api/update-crew-profile', {
    refreshes: ['GET /api/crew-profile', 'POST /api/get-job-routes'],
  })
  const draft = useDraft<Work>(workOf(profile))
  const save = async () => {
    const { rangeFeet, services, vehicle } = draft.values
    const base = requireAddress(draft.values.base, 'base', onboarding.address.needed)
    const wrong = workRefusal(draft.values, onboarding.crew)
    if (wrong) throw wrong
    const { address, lat, lng } = base
    await update.mutateAsync({
      body: {
        base: { address, lat, lng },
        rangeFeet,
        services: [...services],
        vehicle,
        hours: hoursOf(draft.values),
      },
    })
    draft.reset(draft.values)
    await refreshUser()
    showToast(onboarding.crewAccount.saved)
  }
  return (
    <Card title={onboarding.crewAccount.work}>
      <Form onSubmit={save} submitLabel={onboarding.account.save} label={onboarding.crewAccount.work}>
        <BaseFields draft={draft} />
        <WorkFields draft={draft} />
      </Form>
    </Card>
  )
}

/** Hours that differ by day are shown as the first day's; saving makes them alike. */
function workOf({ address, lat, lng, rangeFeet, services, vehicle, hours }: Profile): Work {
  const first = hours[0]
  const base =
    lat === null || lng === null
      ? null
      : { address: address ?? '', neighbourhood: null, lat, lng, timeZone: '' }
  return {
    ...EMPTY_WORK,
    base,
    rangeFeet,
    services,
    vehicle,
    weekdays: hours.map(({ weekday }) => weekday),
    starts: first && isLocalTime(first.starts) ? first.starts : EMPTY_WORK.starts,
    ends: first && isLocalTime(first.ends) ? first.ends : EMPTY_WORK.ends,
  }
}
