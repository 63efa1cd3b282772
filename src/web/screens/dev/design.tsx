import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { keysOf } from '#domain/keys.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { Icon, iconNames } from '#web/ui/icon.tsx'
import { ExternalLink, Link } from '#web/ui/link.tsx'
import { type Look, readLook, wearLook } from '#web/ui/looks/look.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type Scheme, wearScheme } from './scheme.ts'

type Part = 'basics' | 'looks' | 'fields' | 'data' | 'overlays' | 'native'

const titles: Record<Part, string> = {
  basics: 'Basics',
  looks: 'Looks',
  fields: 'Fields',
  data: 'Data',
  overlays: 'Overlays',
  native: 'Native app',
}

/** One at a time, as each brings other parts of the kit; the app itself is played in development only. */
const samples: Partial<Record<Part, ComponentType>> = {
  basics: Basics,
  looks: lazy(async () => ({ default: (await import('./design.looks.tsx')).LookSamples })),
  fields: lazy(async () => ({ default: (await import('./design.fields.tsx')).FieldSamples })),
  data: lazy(async () => ({ default: (await import('./design.data.tsx')).DataSamples })),
  overlays: lazy(async () => ({ default: (await import('./design.overlays.tsx')).OverlaySamples })),
  ...(import.meta.env.DEV
    ? { native: lazy(async () => ({ default: (await import('./native-host.tsx')).NativeHostSamples })) }
    : {}),
}
const parts = keysOf(samples)

/** Every part of the kit on one page, never in production. The words here are samples, not product text. */
export function Design() {
  const [search, setSearch] = useSearchParams()
  const part = parts.find((each) => each === search.get('part')) ?? 'basics'
  const Samples = samples[part] ?? Basics
  return (
    <Page title="Design" subtitle="Every part of the kit" width="wide" actions={<Switches />}>
      <Tabs
        label="Parts"
        active={part}
        onSelect={(next) => setSearch({ part: next }, { replace: true })}
        tabs={parts.map((key) => ({ key, label: titles[key] }))}
      >
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Suspense fallback={<SkeletonCard />}>
            <Samples />
          </Suspense>
        </div>
      </Tabs>
    </Page>
  )
}

/** Both schemes and densities on any device; the language is switched where it always is. */
function Switches() {
  const [scheme, setScheme] = useState<Scheme>('device')
  const [density, setDensity] = useState<Look['density']>('auto')
  useEffect(() => {
    wearScheme(scheme)
    return () => wearScheme('device')
  }, [scheme])
  useEffect(() => {
    wearLook({ ...readLook(), density }, false)
    return () => wearLook(readLook(), false)
  }, [density])
  return (
    <>
      <ChipGroup
        label="Scheme"
        isLabelHidden
        name="scheme"
        value={scheme}
        onChange={setScheme}
        options={[
          { value: 'device', label: 'Device' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <ChipGroup
        label="Density"
        isLabelHidden
        name="density"
        value={density}
        onChange={setDensity}
        options={[
          { value: 'auto', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
      />
    </>
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
        <p className="nums text-3xl font-extrabold tracking-tight">$1,284.50</p>
        <p className="text-2xl font-extrabold tracking-tight">Page title, mañana</p>
        <p className="text-lg font-semibold">Card title</p>
        <p>Body text stays readable at arm’s length in the sun.</p>
        <p className="text-sm text-muted">Details are smaller and quieter.</p>
      </Card>
    </>
  )
}
