import { useState } from 'react'
import { useText } from '#web/text/store.ts'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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
