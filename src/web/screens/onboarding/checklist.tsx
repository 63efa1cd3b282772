/** `<Checklist steps={[{ icon, title, body, isDone, to }]} doneLabel=… />`: first steps, the next one standing out. */
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

export type Step = { icon: IconName; title: string; body: string; isDone: boolean; to: string }

export function Checklist({ label, steps }: { label: string; steps: readonly Step[] }) {
  const { onboarding } = useText()
  return (
    <Card isFlush>
      <List label={label}>
        {steps.map((step) => (
          <ListRow
            key={step.title}
            icon={step.isDone ? 'check' : step.icon}
            title={step.title}
            detail={step.body}
            state={step.isDone ? <Badge tone="good">{onboarding.welcomeCustomer.done}</Badge> : undefined}
            to={step.to}
          />
        ))}
      </List>
    </Card>
  )
}
