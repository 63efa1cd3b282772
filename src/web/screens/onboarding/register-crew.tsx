/** A crew's account in three steps: person, base and range, work. Nothing is sent before the last. */

import { useState } from 'react'
import { ApiError, useAction } from '#web/api.ts'
import { requireAddress } from '#web/places/chosen-address.ts'
import { useEnter } from '#web/session/enter.ts'
import { codesToSend, EMPTY_PERSON, PersonFields, ReferralNote } from '#web/session/person-fields.tsx'
import { useLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { linkTo } from '#web/urls.ts'
import { BaseFields, EMPTY_WORK, hoursOf, WorkFields, workRefusal } from './work-fields.tsx'

const PERSON_FIELDS = ['name', 'email', 'phone', 'password']

export function RegisterCrew() {
  const { onboarding } = useText()
  const locale = useLanguage()
  const enter = useEnter()
  const register = useAction('POST /api/register-crew')
  const [step, setStep] = useState(0)
  const [refused, setRefused] = useState<ApiError>()
  const person = useDraft(EMPTY_PERSON)
  const work = useDraft(EMPTY_WORK)
  const { crew } = onboarding

  const chooseBase = async () => {
    requireAddress(work.values.base, 'base', onboarding.address.needed)
    setStep(2)
  }
  const send = async () => {
    const { base, rangeFeet, services, vehicle } = work.values
    const wrong = workRefusal(work.values, crew)
    if (wrong) throw wrong
    const { address, lat, lng } = base!
    let codeRefused: string | null
    try {
      ;({ codeRefused } = await register.mutateAsync({
        body: {
          ...person.values,
          locale,
          ...codesToSend(),
          base: { address, lat, lng },
          rangeFeet,
          services: [...services],
          vehicle,
          hours: hoursOf(work.values),
        },
      }))
    } catch (error) {
      // What is wrong with the person is shown where the person can mend it.
      if (!(error instanceof ApiError) || !PERSON_FIELDS.some((field) => error.fields?.[field])) throw error
      setRefused(error)
      return setStep(0)
    }
    person.reset()
    work.reset()
    await enter(linkTo('welcomeCrew'))
    if (codeRefused !== null) showToast(codeRefused, { tone: 'info' })
  }
  const back = <Button onClick={() => setStep(step - 1)}>{crew.back}</Button>
  return (
    <Page title={crew.title} back={linkTo('getStarted')} width="narrow">
      <ReferralNote />
      <Card>
        <div className="grid gap-5">
          <Stepper steps={[onboarding.person.step, crew.baseStep, crew.workStep]} current={step} />
          {step === 0 && refused && (
            <Banner tone="danger" isAlert>
              {refused.message}
            </Banner>
          )}
          {step === 0 && (
            <Form
              onSubmit={async () => setStep(1)}
              submitLabel={onboarding.person.next}
              label={onboarding.person.step}
            >
              <PersonFields draft={person} errors={refused?.fields} />
            </Form>
          )}
          {step === 1 && (
            <Form
              onSubmit={chooseBase}
              submitLabel={onboarding.person.next}
              secondary={back}
              label={crew.baseStep}
            >
              <BaseFields draft={work} />
            </Form>
          )}
          {step === 2 && (
            <Form onSubmit={send} submitLabel={crew.submit} secondary={back} label={crew.workStep}>
              <WorkFields draft={work} />
            </Form>
          )}
        </div>
      </Card>
      <p className="text-center text-muted">
        {crew.customerInstead} <Link to={linkTo('registerCustomer')}>{crew.customerGo}</Link>
      </p>
    </Page>
  )
}
