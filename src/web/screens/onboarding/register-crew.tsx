/**
 * A crew's account in three steps: person, base and range, work. Each has its address (`?step=`), the answers are kept
 * on this device but for the password, which is asked for again where a reload forgot it. Nothing is sent before the last.
 */

import { useState } from 'react'
import { ApiError, useAction } from '#web/api.ts'
import { requireAddress } from '#web/places/chosen-address.ts'
import { useEnter } from '#web/session/enter.ts'
import { NewPassword, PersonFields } from '#web/session/person-fields.tsx'
import { ReferralNote } from '#web/session/referral-note.tsx'
import { codesToSend } from '#web/session/referral.ts'
import { useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useSteps } from '#web/steps/use-steps.ts'
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
import { EMPTY_CREW, NEW_CREW, type NewCrew } from './kept-registration.ts'
import { BaseFields, hoursOf, WorkFields, workRefusal } from './work-fields.tsx'

const STEPS = ['person', 'base', 'work'] as const
const PERSON_FIELDS = ['name', 'email', 'phone', 'password']

export function RegisterCrew() {
  const { onboarding } = useText()
  const locale = useLanguage()
  const enter = useEnter()
  const register = useAction('POST /api/register-crew')
  const [refused, setRefused] = useState<ApiError>()
  const draft = useKeptDraft(NEW_CREW, EMPTY_CREW)
  const secret = useDraft({ password: '' })
  const { crew } = onboarding
  const { values } = draft
  const steps = useSteps(STEPS, furthestStep(values))
  const { step, goTo } = steps
  // A reload forgets the password: then the last step asks for it.
  const [isPasswordGiven, setPasswordGiven] = useState(false)

  const leavePerson = async () => {
    setPasswordGiven(true)
    goTo('base')
  }
  const chooseBase = async () => {
    requireAddress(values.base, 'base', onboarding.address.needed)
    goTo('work')
  }
  const send = async () => {
    const { name, email, phone, base, rangeFeet, services, vehicle } = values
    const wrong = workRefusal(values, crew)
    if (wrong) throw wrong
    const { address, lat, lng } = base!
    let codeRefused: string | null
    try {
      ;({ codeRefused } = await register.mutateAsync({
        body: {
          name,
          email,
          phone,
          ...secret.values,
          locale,
          ...codesToSend(),
          base: { address, lat, lng },
          rangeFeet,
          services: [...services],
          vehicle,
          hours: hoursOf(values),
        },
      }))
    } catch (error) {
      // What is wrong with the person is shown where the person can mend it.
      if (!(error instanceof ApiError) || !PERSON_FIELDS.some((field) => error.fields?.[field])) throw error
      setRefused(error)
      return goTo('person')
    }
    draft.finish()
    secret.reset()
    await enter(linkTo('welcomeCrew'))
    if (codeRefused !== null) showToast(codeRefused, { tone: 'info' })
  }
  const back = <Button onClick={steps.back}>{crew.back}</Button>
  return (
    <Page title={crew.title} back={linkTo('getStarted')} width="narrow">
      <ReferralNote />
      <Card>
        <div className="grid gap-5">
          <Stepper steps={[onboarding.person.step, crew.baseStep, crew.workStep]} current={steps.index} />
          {step === 'person' && refused && (
            <Banner tone="danger" isAlert>
              {refused.message}
            </Banner>
          )}
          {step === 'person' && (
            <Form onSubmit={leavePerson} submitLabel={onboarding.person.next} label={onboarding.person.step}>
              <PersonFields draft={draft} password={secret.field('password')} errors={refused?.fields} />
            </Form>
          )}
          {step === 'base' && (
            <Form
              onSubmit={chooseBase}
              submitLabel={onboarding.person.next}
              secondary={back}
              label={crew.baseStep}
            >
              <BaseFields draft={draft} />
            </Form>
          )}
          {step === 'work' && (
            <Form onSubmit={send} submitLabel={crew.submit} secondary={back} label={crew.workStep}>
              <WorkFields draft={draft} />
              {!isPasswordGiven && <NewPassword password={secret.field('password')} />}
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

/** As far as the answers go. */
function furthestStep({ name, email, phone, base }: NewCrew): (typeof STEPS)[number] {
  if ([name, email, phone].some((answer) => answer.trim() === '')) return 'person'
  return base === null ? 'base' : 'work'
}
