/** A customer's account in one short form; places, card and service follow on the welcome page. */
import { useAction } from '#web/api.ts'
import { useEnter } from '#web/session/enter.ts'
import { PersonFields } from '#web/session/person-fields.tsx'
import { ReferralNote } from '#web/session/referral-note.tsx'
import { codesToSend } from '#web/session/referral.ts'
import { useKeptDraft } from '#web/steps/use-kept-draft.ts'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'
import { EMPTY_CUSTOMER, NEW_CUSTOMER } from './kept-registration.ts'

export function RegisterCustomer() {
  const { onboarding } = useText()
  const locale = useLanguage()
  const enter = useEnter()
  const register = useAction('POST /api/register-customer')
  const draft = useKeptDraft(NEW_CUSTOMER, EMPTY_CUSTOMER)
  const secret = useDraft({ password: '' })

  const submit = async () => {
    const { codeRefused } = await register.mutateAsync({
      body: { ...draft.values, ...secret.values, locale, ...codesToSend() },
    })
    draft.finish()
    secret.reset()
    await enter(linkTo('welcomeCustomer'))
    if (codeRefused !== null) showToast(codeRefused, { tone: 'info' })
  }
  return (
    <Page title={onboarding.customer.title} back={linkTo('getStarted')} width="narrow">
      <ReferralNote />
      <Card>
        <Form
          onSubmit={submit}
          submitLabel={onboarding.customer.submit}
          isWide
          label={onboarding.customer.title}
        >
          <PersonFields draft={draft} password={secret.field('password')} />
        </Form>
      </Card>
      <p className="text-center text-muted">
        {onboarding.customer.crewInstead}{' '}
        <Link to={linkTo('registerCrew')}>{onboarding.customer.joinAsCrew}</Link>
      </p>
    </Page>
  )
}
