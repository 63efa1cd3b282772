import { useState } from 'react'
import { Attention } from '#web/ui/attention.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Detail, ListAndDetail } from '#web/ui/dialogs/panes.tsx'
import { Hero } from '#web/ui/hero.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { DoneTick } from '#web/ui/looks/done-tick.tsx'
import {
  DonePhotoDrawing,
  EmptyWeekDrawing,
  MoneyDrawing,
  NoMessagesDrawing,
  OfflineDrawing,
  WelcomeDrawing,
} from '#web/ui/looks/drawings.tsx'

const drawings = [
  ['Welcome', WelcomeDrawing],
  ['Empty week', EmptyWeekDrawing],
  ['Photo proof', DonePhotoDrawing],
  ['Money', MoneyDrawing],
  ['No messages', NoMessagesDrawing],
  ['Offline', OfflineDrawing],
] as const

export function LookSamples() {
  return (
    <>
      <Hero
        eyebrow="Today, 10:20"
        title="Rosa is on her way"
        drawing={<WelcomeDrawing />}
        actions={<Button tone="primary">Follow her</Button>}
      >
        Two bins at 220 Welton St. The gate code is on her phone.
      </Hero>
      <div className="grid gap-4">
        <Attention
          tone="danger"
          title="Your card was declined"
          actions={<Button tone="primary">Pay $84.50</Button>}
        >
          Visits go on until Friday.
        </Attention>
        <Attention title="Rosa runs late" actions={<Button>Message her</Button>}>
          She comes at 11:05.
        </Attention>
        <Attention tone="info" title="Thanksgiving week">
          Your day moves to Friday.
        </Attention>
      </div>
      <Card title="Drawings">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {drawings.map(([name, Drawing]) => (
            <li key={name} className="grid justify-items-center gap-1 text-sm text-muted">
              <Drawing />
              {name}
            </li>
          ))}
          <li className="grid justify-items-center gap-1 text-sm text-muted">
            <DoneTick />
            Done
          </li>
        </ul>
      </Card>
      <Panes />
    </>
  )
}

const people = ['Rosa Vega', 'Ben Ortiz', 'Ana Ruiz']

/** What is chosen opens beside its list at a desk, and as a sheet on phones. */
function Panes() {
  const [chosen, choose] = useState<string>()
  return (
    <ListAndDetail
      detail={
        chosen !== undefined && (
          <Detail title={chosen} onClose={() => choose(undefined)}>
            <p className="text-muted">Escape closes it; j and k walk the rows.</p>
          </Detail>
        )
      }
    >
      <Card title="A list and what is chosen" isFlush>
        <List label="People">
          {people.map((name) => (
            <ListRow key={name} icon="user" title={name} onClick={() => choose(name)} />
          ))}
        </List>
      </Card>
    </ListAndDetail>
  )
}
