/** The cities that an operator runs, and a form for the next one. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { FEET_PER_MILE } from '#domain/geo.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { AddressField, type ChosenPlace } from '#web/places/address-field.tsx'
import { Only } from '#web/session/may.tsx'
import type { Text } from '#web/text/areas.ts'
import { type Format, useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Sheet } from '#web/ui/dialogs/dialog.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { NumberStepper } from '#web/ui/forms/number-stepper.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { placeFromText } from './place-from-text.ts'
import { CityState } from './city-state.tsx'
import { zoneOptions } from './zones.ts'

type Row = Reply<'GET /api/markets'>[number]

export function Markets() {
  const { markets: texts } = useText()
  const format = useFormat()
  const [isAdding, setAdding] = useState(false)
  const read = useEndpoint('GET /api/markets')
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      width="wide"
      actions={
        <Only may="catalogue" isSaid>
          <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        </Only>
      }
    >
      {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <SkeletonCard rows={4} />}
      {read.data && (
        <Card isFlush>
          <DataTable
            label={texts.title}
            rows={read.data}
            rowKey={({ id }) => id}
            rowLink={({ id }) => linkTo('operatorMarket', { market_id: id })}
            columns={columnsOf(texts, format)}
          />
        </Card>
      )}
      <Sheet title={texts.add} isOpen={isAdding} onClose={() => setAdding(false)}>
        {isAdding && <NewMarket />}
      </Sheet>
    </Page>
  )
}

function columnsOf(texts: Text['markets'], format: Format): Column<Row>[] {
  return [
    { key: 'name', title: texts.name, cell: (row) => row.name },
    { key: 'state', title: texts.state, cell: (row) => <CityState {...row} /> },
    { key: 'zone', title: texts.zone, cell: (row) => row.timeZone.replaceAll('_', ' ') },
    ...(['customers', 'crews', 'runningJobs', 'waiting'] as const).map(
      (key): Column<Row> => ({
        key,
        title: texts.counts[key],
        isNumber: true,
        cell: (row) => format.count(row[key]),
      }),
    ),
  ]
}

/** Its middle as an address that the search finds, or as the numbers that any map gives. */
function NewMarket() {
  const { markets: texts } = useText()
  const navigate = useNavigate()
  const add = useAction('POST /api/add-market', { refreshes: ['GET /api/markets'] })
  const [place, setPlace] = useState<ChosenPlace | null>(null)
  const draft = useDraft({ name: '', timeZone: 'America/Denver', middle: '', miles: 15 })
  const submit = async () => {
    const { name, timeZone, middle, miles } = draft.values
    const center = place ?? placeFromText(middle)
    if (center === null) throw new FormRefusal(texts.middleNeeded, { middle: texts.middleNeeded })
    const { marketId } = await add.mutateAsync({
      body: {
        name,
        timeZone,
        center: { lat: center.lat, lng: center.lng },
        radiusFeet: Math.round(miles * FEET_PER_MILE),
      },
    })
    draft.reset()
    await navigate(linkTo('operatorMarket', { market_id: marketId }))
  }
  return (
    <Form onSubmit={submit} submitLabel={texts.begin} isWide label={texts.add}>
      <TextField label={texts.name} maxLength={60} {...draft.field('name')} />
      <SelectField
        label={texts.zone}
        hint={texts.zoneHint}
        options={zoneOptions(draft.values.timeZone)}
        {...draft.field('timeZone')}
      />
      <AddressField label={texts.middle} name="center" value={place} onChange={setPlace} />
      {place === null && (
        <TextField label={texts.middleText} hint={texts.middleHint} isOptional {...draft.field('middle')} />
      )}
      <NumberStepper label={texts.miles} min={1} max={100} {...draft.field('miles')} />
    </Form>
  )
}
