import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon, iconNames } from '#web/ui/icon.tsx'
import { ExternalLink, Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { DataSamples } from './design.data.tsx'
import { FieldSamples } from './design.fields.tsx'
import { OverlaySamples } from './design.overlays.tsx'
import { NativeHostSamples } from './native-host.tsx'

type Tab = 'basics' | 'fields' | 'data' | 'overlays' | 'native'

/** Every part of the kit on one page; development only. The words here are samples, not product text. */
export function Design() {
  const [tab, setTab] = useState<Tab>('basics')
  return (
    <Page title="Design" subtitle="Every part of the kit" width="wide">
      <Tabs
        label="Parts"
        active={tab}
        onSelect={setTab}
        tabs={[
          { key: 'basics', label: 'Basics' },
          { key: 'fields', label: 'Fields' },
          { key: 'data', label: 'Data', count: 12 },
          { key: 'overlays', label: 'Overlays' },
          { key: 'native', label: 'Native app' },
        ]}
      >
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {tab === 'basics' && <Basics />}
          {tab === 'fields' && <FieldSamples />}
          {tab === 'data' && <DataSamples />}
          {tab === 'overlays' && <OverlaySamples />}
          {tab === 'native' && <NativeHostSamples />}
        </div>
      </Tabs>
    </Page>
  )
}

const colours = [
  'bg-ground',
  'bg-card',
  'bg-raised',
  'bg-sunken',
  'bg-line',
  'bg-field-line',
  'bg-ink',
  'bg-muted',
  'bg-accent',
  'bg-accent-soft',
  'bg-good',
  'bg-good-soft',
  'bg-warn',
  'bg-warn-soft',
  'bg-danger',
  'bg-danger-soft',
  'bg-info',
  'bg-info-soft',
]

function Basics() {
  return (
    <>
      <Card title="Buttons" actions={<IconButton icon="dots" label="More" />}>
        <div className="flex flex-wrap items-center gap-3">
          <Button tone="primary" icon="plus">
            Book a service
          </Button>
          <Button icon="filter">Filter</Button>
          <Button tone="quiet">Not now</Button>
          <Button tone="danger" icon="bin">
            Cancel visit
          </Button>
          <Button tone="primary" isBusy>
            Saving
          </Button>
          <Button disabled>Not possible</Button>
          <IconButton icon="bell" label="Notifications" tone="secondary" />
        </div>
        <div className="pt-4">
          <Button tone="primary" icon="camera" isLarge isWide>
            Take the photo
          </Button>
        </div>
        <p className="pt-4">
          A sentence with <Link to="/design">a link inside</Link> and{' '}
          <ExternalLink href="https://example.com">one that leaves</ExternalLink>.
        </p>
      </Card>
      <Card title="Colours">
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
          {colours.map((colour) => (
            <li key={colour} className="text-xs text-muted">
              <span className={`block h-12 rounded-xl border border-line ${colour}`} />
              {colour.slice(3)}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Icons">
        <ul className="grid grid-cols-4 gap-3 sm:grid-cols-8">
          {iconNames.map((name) => (
            <li key={name} className="grid justify-items-center gap-1 text-center text-xs text-muted">
              <Icon name={name} size={24} className="text-ink" />
              {name}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Type">
        <p className="text-3xl font-bold tracking-tight">$1,284.50</p>
        <p className="text-2xl font-bold tracking-tight">Page title</p>
        <p className="text-lg font-semibold">Card title</p>
        <p>Body text stays readable at arm’s length in the sun.</p>
        <p className="text-sm text-muted">Details are smaller and quieter.</p>
      </Card>
    </>
  )
}
