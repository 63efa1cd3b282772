import { cents } from '#domain/money.ts'
import { PhotoStrip } from '#web/photos/photo-strip.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, StateBadge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import type { MapStop } from '#web/ui/maps/map-stop.ts'
import { RouteMap } from '#web/ui/maps/route-map.tsx'
import { Money } from '#web/ui/money.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const stops: MapStop[] = [
  { id: 'a', place: { lat: 39.7392, lng: -104.9903 }, label: '1 Larimer St', isDone: true },
  { id: 'b', place: { lat: 39.7455, lng: -104.9812 }, label: '220 Welton St' },
  { id: 'c', place: { lat: 39.7561, lng: -104.9752 }, label: '31 Walnut St' },
  { id: 'd', place: { lat: 39.7512, lng: -105.0101 }, label: '9 Zuni St' },
]
const rows = [
  { id: '1', day: 'Mon, Mar 2', place: '1 Larimer St', state: 'completed', pay: cents(1250) },
  { id: '2', day: 'Tue, Mar 3', place: '220 Welton St', state: 'en_route', pay: cents(980) },
  { id: '3', day: 'Wed, Mar 4', place: '31 Walnut St', state: 'missed', pay: cents(132_500) },
]
const columns: Column<(typeof rows)[number]>[] = [
  { key: 'place', title: 'Place', cell: (row) => row.place, isSortable: true },
  { key: 'day', title: 'Day', cell: (row) => row.day, isSortable: true },
  { key: 'state', title: 'State', cell: (row) => <StateBadge state={row.state} label={row.state} /> },
  { key: 'pay', title: 'Pay', cell: (row) => <Money amountCents={row.pay} />, isNumber: true },
]
const many = Array.from({ length: 10_000 }, (_, index) => ({
  id: String(index),
  name: `Property ${index + 1}`,
}))

export function DataSamples() {
  return (
    <>
      <Card title="Today" isFlush>
        <List label="Stops">
          <ListRow
            icon="truck"
            title="220 Welton St"
            detail="Bins · 8 AM – 12 PM"
            state={<StateBadge state="en_route" label="On the way" />}
            to="/design"
          />
          <ListRow
            start={<Avatar name="Rosa Vega" />}
            title="Rosa Vega"
            detail="4.9 · 212 visits"
            end={<Money amountCents={cents(1250)} />}
          />
          <ListRow
            icon="calendar"
            title="Tap me"
            onClick={() => undefined}
            actions={<Button tone="quiet">Skip</Button>}
          />
        </List>
      </Card>
      <Card title="Visits" isFlush>
        <DataTable
          label="Visits"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          rowLink={() => '/design'}
          sort={{ key: 'day', isDescending: true }}
          onSort={() => undefined}
        />
      </Card>
      <div className="grid gap-3">
        <Banner tone="warn" title="No card on file" actions={<Button>Add a card</Button>}>
          Your first charge is on Monday.
        </Banner>
        <Banner tone="danger">Your card was declined.</Banner>
        <Banner tone="good">Everything is paid.</Banner>
        <Banner>Next week is not confirmed yet.</Banner>
        <div className="flex flex-wrap gap-2">
          <Badge>Draft</Badge>
          <Badge tone="accent">New</Badge>
          <StateBadge state="scheduled" label="Scheduled" />
          <StateBadge state="completed" label="Done" />
          <StateBadge state="reopened" label="Reopened" />
          <StateBadge state="missed" label="Missed" />
        </div>
        <ProgressBar label="Importing" value={0.62} />
        <ProgressBar label="Looking for a crew" />
        <PhotoStrip photos={[{ url: '/icon-512.png', alt: 'Bins at the kerb' }]} />
      </div>
      <Card isFlush>
        <EmptyState
          icon="calendar"
          title="Nothing booked yet"
          action={<Button tone="primary">Book a service</Button>}
        >
          Pick a weekday and we take it from there.
        </EmptyState>
        <ErrorState error={new Error('The server did not answer.')} onRetry={() => undefined} />
        <Skeleton rows={2} />
      </Card>
      <Card title="A route" isFlush>
        <RouteMap
          stops={stops}
          base={{ lat: 39.7301, lng: -105.0002 }}
          activeId="b"
          hasVisibleList
          onSelect={() => undefined}
        />
      </Card>
      <Card title="Ten thousand rows" isFlush>
        <VirtualList
          label="Properties"
          items={many.slice(0, 12)}
          rowHeight={57}
          itemKey={(item) => item.id}
          renderItem={(item) => <div className="px-5 py-4">{item.name}</div>}
        />
      </Card>
    </>
  )
}
