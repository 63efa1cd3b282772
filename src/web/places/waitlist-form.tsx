/** Where we do not work yet: one field and one tap, and whoever is there hears when we do. */
import { useState } from 'react'
import type { LatLng } from '#domain/geo.ts'
import { useAction } from '#web/api.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

type JoinWaitlistProps = { place: LatLng & { readonly address: string } }

export function WaitlistForm({ place }: JoinWaitlistProps) {
  // Another address is another wish.
  return <Wish key={`${place.lat} ${place.lng}`} place={place} />
}

function Wish({ place: { address, lat, lng } }: JoinWaitlistProps) {
  const { waitlist: texts } = useText().onboarding
  const locale = useLanguage()
  const join = useAction('POST /api/join-waitlist')
  const draft = useDraft({ email: '' })
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <Banner tone="good" title={texts.done}>
        {texts.doneBody(address)}
      </Banner>
    )
  const submit = async () => {
    const contact = draft.values.email.trim()
    const who = contact.includes('@') ? { email: contact } : { phone: contact }
    await join.mutateAsync({ body: { address: address.slice(0, 200), lat, lng, locale, ...who } })
    draft.reset()
    setDone(true)
  }
  return (
    <Banner tone="warn" title={texts.title}>
      <p className="pb-3">{texts.body}</p>
      <Form onSubmit={submit} submitLabel={texts.join} label={texts.title}>
        <TextField label={texts.contact} autoComplete="email" {...draft.field('email')} />
      </Form>
    </Banner>
  )
}
