/** What comes in place of prices where we do not work yet; few need it, so it is fetched for them alone. */
import { type ComponentProps, lazy, Suspense } from 'react'

const WaitlistForm = lazy(async () => ({ default: (await import('./waitlist-form.tsx')).WaitlistForm }))

export function JoinWaitlist(props: ComponentProps<typeof WaitlistForm>) {
  return (
    <Suspense fallback={null}>
      <WaitlistForm {...props} />
    </Suspense>
  )
}
