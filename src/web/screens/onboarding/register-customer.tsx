/** A customer's account in one short form; places, card and service follow on the welcome page. */
import { useAction } from '#web/api.ts'
import { useEnter } from '#web/session/enter.ts'
import { codesToSend, EMPTY_PERSON, PersonFields, ReferralNote } from '#web/session/person-fields.tsx'
import { useLanguage, useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

export function RegisterCustomer() {
  const { onboarding } = useText()
  const locale = useLanguage()
  const enter = useEnter()
  const register = useAction('POST /api/register-customer')
  const draft = useDraft(EMPTY_PERSON)

  const submit = async () => {
    const { codeRefused } = await register.mutateAsync({
      body: { ...draft.values, locale, ...codesToSend() },
    })
    draft.reset()
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
          <PersonFields draft={draft} />
        </Form>
      </Card>
      <p className="text-center text-muted">
        {onboarding.customer.crewInstead}{' '}
        <Link to={linkTo('registerCrew')}>{onboarding.customer.joinAsCrew}</Link>
      </p>
    </Page>
  )
}
