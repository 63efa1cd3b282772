import { useState } from 'react'
import { useAction } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { ButtonLink, Link } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { linkTo } from '#web/urls.ts'

/** Product §7: these sign-ins stand on the page in demo mode and always work there. */
const PASSWORD = 'demo-denver-2026'
const people = [
  { email: 'customer@demo.test', word: 'demoCustomer', icon: 'home' },
  { email: 'crew@demo.test', word: 'demoCrew', icon: 'truck' },
  { email: 'operator@demo.test', word: 'demoOperator', icon: 'chart' },
  { email: 'frozen@demo.test', word: 'demoFrozen', icon: 'snow' },
] as const satisfies readonly { email: string; word: string; icon: IconName }[]

type DemoSignInsProps = { onChoose: (values: { email: string; password: string }) => Promise<void> }

export function DemoSignIns({ onChoose }: DemoSignInsProps) {
  const { session, ui } = useText()
  const [chosen, setChosen] = useState<string>()
  const choose = async (email: string) => {
    if (chosen) return
    setChosen(email)
    try {
      await onChoose({ email, password: PASSWORD })
    } catch (error) {
      showToast(error instanceof Error ? error.message : ui.somethingWrong, { tone: 'danger' })
    } finally {
      setChosen(undefined)
    }
  }
  return (
    <Card title={session.login.demoTitle} isFlush>
      <p className="px-4 pb-2 text-sm text-muted sm:px-5">{session.login.demoBody}</p>
      <List label={session.login.demoTitle}>
        {people.map(({ email, word, icon }) => (
          <ListRow
            key={email}
            icon={icon}
            title={session.login[word]}
            detail={email}
            end={
              chosen === email ? (
                <Spinner label={ui.working} />
              ) : (
                <Icon name="chevron-right" size={18} className="text-muted" />
              )
            }
            onClick={() => void choose(email)}
          />
        ))}
      </List>
    </Card>
  )
}

/** One tap to what we do and what it costs, and to booking without an account. */
export function NewHere() {
  const { login } = useText().session
  return (
    <Card title={login.newHere}>
      <div className="grid gap-3">
        <p className="text-muted">{login.newBody}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink icon="search" to={linkTo('getStarted')}>
            {login.see}
          </ButtonLink>
          <ButtonLink icon="clock" to={linkTo('ondemand')}>
            {login.bookToday}
          </ButtonLink>
        </div>
        <p>
          <Link to={linkTo('registerCustomer')}>{login.register}</Link>
        </p>
      </div>
    </Card>
  )
}

/** Instead of the password; the answer is the same whether or not there is such an account. */
export function LinkByMail({ email, to }: { email: string; to: string | null }) {
  const { session, ui } = useText()
  const request = useAction('POST /api/request-sign-in-link')
  const address = email.trim()
  const send = () => {
    if (!/.@./.test(address)) return showToast(ui.form.email, { tone: 'danger' })
    const body = { email: address, ...(to === null ? {} : { to }) }
    request.mutate({ body }, { onError: (error) => showToast(error.message, { tone: 'danger' }) })
  }
  if (request.isSuccess) return <output className="text-muted">{session.login.linkSent}</output>
  return (
    <Button tone="quiet" icon="mail" isBusy={request.isPending} onClick={send}>
      {session.login.byLink}
    </Button>
  )
}
