/** What is sold, in every city; one service opens in the panel beside. Which of them a city offers is set at the city. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { dateAt } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { useDeskZone } from '#web/desk/desk-zone.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { iconOf } from '#web/jobs/services.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { nameIn, unitIn } from '#web/text/names.ts'
import { loadAreas, useLanguage, useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChipGroup } from '#web/ui/forms/chip-group.tsx'
import { useNow } from '#web/ui/now.ts'
import { Skeleton, SkeletonCard } from '#web/ui/skeleton.tsx'
import { PlanForm, ServiceChanges } from '#web/services/service-changes.tsx'
import { type EditedService, NewServiceForm, ServiceForm } from '#web/services/service-form.tsx'

const ServiceChecklist = lazy(() =>
  loadChunk(async () => {
    const [{ ServiceChecklist: Part }] = await Promise.all([
      import('#web/checklists/service-checklist.tsx'),
      loadAreas(['checklists']),
      loadAreas(['crew']),
    ])
    return { default: Part }
  }),
)

const NEW = 'new'

export function ServicesPart() {
  const { services: text } = useText().catalogue
  const [search, setSearch] = useSearchParams()
  const opened = search.get('edit')
  const listed = search.get('list')
  const read = useEndpoint('GET /api/service-list')
  const open = (key: string | null, what: Opens = 'edit') =>
    setSearch(key === null ? { show: 'services' } : { show: 'services', [what]: key }, {
      replace: opened !== null || listed !== null,
    })
  if (read.isError) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <SkeletonCard rows={9} />
  const service = read.data.find(({ key }) => key === opened)
  const ofList = read.data.find(({ key }) => key === listed)
  const hasPanel = service !== undefined || ofList !== undefined || opened === NEW
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-3 text-muted">
        <span>{text.hint}</span>
        <Only may="catalogue">
          <Button icon="plus" onClick={() => open(NEW)}>
            {text.add}
          </Button>
        </Only>
      </p>
      <div className={hasPanel ? 'grid items-start gap-4 xl:grid-cols-[1fr_28rem]' : ''}>
        <Card title={text.title} isFlush>
          <ul className="divide-y divide-line">
            {read.data.map((each) => (
              <Row
                key={each.key}
                service={each}
                opened={each === ofList ? 'list' : each === service ? 'edit' : null}
                onOpen={open}
              />
            ))}
          </ul>
        </Card>
        {ofList !== undefined && <ListPanel key={ofList.key} service={ofList} onOpen={open} />}
        {ofList === undefined && hasPanel && (
          <Panel key={opened} service={service} all={read.data} onOpen={open} />
        )}
      </div>
    </>
  )
}

/** Of a service: what it is, or its checklist. */
type Opens = 'edit' | 'list'
type Open = (key: string | null, what?: Opens) => void

function Row({ service, opened, onOpen }: { service: EditedService; opened: Opens | null; onOpen: Open }) {
  const { services: text, look } = useText().catalogue
  const canChange = useMay()('catalogue')
  const format = useFormat()
  const language = useLanguage()
  const name = nameIn(language, service)
  const unit = unitIn(language, service)
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5 px-4 py-2 sm:px-5 ${opened ? 'bg-sunken' : 'hover:bg-sunken'}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon name={iconOf(service.icon)} size={20} className="text-muted" />
        <span className="min-w-0">
          {name}
          <span className="block text-sm text-muted">
            {text.facts(service.minutes, service.minutesPerUnit, unit.one, service.photosRequired)}
            {service.planned[0] && ` · ${text.ahead.next(format.date(service.planned[0].from))}`}
          </span>
        </span>
      </span>
      <span className="ml-auto flex flex-wrap justify-end gap-1">
        <Button
          tone={opened === 'list' ? 'primary' : 'quiet'}
          aria-label={text.checklistOf(name)}
          aria-expanded={opened === 'list'}
          onClick={() => onOpen(service.key, 'list')}
        >
          {text.checklist}
        </Button>
        {(canChange || service.past.length + service.planned.length > 0) && (
          <Button
            tone={opened === 'edit' ? 'primary' : 'quiet'}
            aria-label={canChange ? text.changeOf(name) : look.of(name)}
            aria-expanded={opened === 'edit'}
            onClick={() => onOpen(service.key)}
          >
            {canChange ? text.change : look.look}
          </Button>
        )}
      </span>
    </li>
  )
}

const WHENS = ['now', 'ahead'] as const

type PanelProps = { service: EditedService | undefined; all: readonly EditedService[]; onOpen: Open }

function Panel({ service, all, onOpen }: PanelProps) {
  const { services: text } = useText().catalogue
  const language = useLanguage()
  const [again, setAgain] = useState<{ was: EditedService['past'][number]; turn: number }>()
  const [when, setWhen] = useState<(typeof WHENS)[number]>('now')
  const bringBack = (was: EditedService['past'][number]) => {
    setWhen('now')
    setAgain({ was, turn: (again?.turn ?? 0) + 1 })
  }
  // The server holds it to the day of the city on the desk.
  const today = dateAt(useNow(), useDeskZone())
  return (
    <Frame title={service === undefined ? text.add : nameIn(language, service)} onOpen={onOpen}>
      <Only may="catalogue">
        {service === undefined ? (
          <NewServiceForm all={all} onAdded={onOpen} />
        ) : (
          <>
            <ChipGroup
              label={text.when.label}
              name="when"
              value={when}
              options={WHENS.map((value) => ({ value, label: text.when[value] }))}
              onChange={setWhen}
            />
            {when === 'ahead' ? (
              <PlanForm service={service} all={all} today={today} />
            ) : (
              <ServiceForm key={again?.turn} service={service} all={all} again={again?.was} />
            )}
          </>
        )}
      </Only>
      {service !== undefined && service.planned.length > 0 && <ServiceChanges service={service} all={all} />}
      {service !== undefined && service.past.length > 0 && <Past service={service} onAgain={bringBack} />}
    </Frame>
  )
}

function ListPanel({ service, onOpen }: { service: EditedService; onOpen: Open }) {
  const { services: text } = useText().catalogue
  const language = useLanguage()
  return (
    <Frame title={text.checklistOf(nameIn(language, service))} onOpen={onOpen}>
      <PartBoundary onMissing={() => onOpen(null)}>
        <Suspense fallback={<Skeleton rows={5} />}>
          <ServiceChecklist serviceKey={service.key} />
        </Suspense>
      </PartBoundary>
    </Frame>
  )
}

function Frame({ title, onOpen, children }: { title: string; onOpen: Open; children: ReactNode }) {
  const { prices } = useText().catalogue
  const panel = useRef<HTMLElement>(null)
  // In newer browsers it answers a promise, which is nothing to clean up with.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <aside ref={panel} className="order-first min-w-0 xl:order-none">
      <Card
        title={title}
        actions={<IconButton icon="close" label={prices.close} onClick={() => onOpen(null)} />}
      >
        <div className="grid gap-5">{children}</div>
      </Card>
    </aside>
  )
}

type PastProps = { service: EditedService; onAgain: (was: EditedService['past'][number]) => void }

function Past({ service, onAgain }: PastProps) {
  const { services: text, prices } = useText().catalogue
  const format = useFormat()
  const language = useLanguage()
  return (
    <section>
      <h3 className="font-semibold">{text.past}</h3>
      <ul className="divide-y divide-line">
        {service.past.map((was) => (
          <li key={was.replacedAt} className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
            <span className="min-w-0 flex-1">
              {nameIn(language, was)}:{' '}
              {text.facts(was.minutes, was.minutesPerUnit, unitIn(language, was).one, was.photosRequired)}
              <span className="block text-sm text-muted">
                {text.until(prices.by(was.replacedByName, format.dateTime(was.replacedAt)))}
              </span>
            </span>
            <Only may="catalogue">
              <Button
                tone="quiet"
                aria-label={`${text.again}: ${format.dateTime(was.replacedAt)}`}
                onClick={() => onAgain(was)}
              >
                {text.again}
              </Button>
            </Only>
          </li>
        ))}
      </ul>
    </section>
  )
}
