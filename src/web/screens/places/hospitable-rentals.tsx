/** A connected account: which of its rentals is which place, and the end of the connection. */
import type { PropertyId } from '#domain/ids.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'

type Account = NonNullable<Reply<'GET /api/hospitable'>['connection']>
type Rental = Account['rentals'][number]

const NONE = 'none'
const NEW = 'new'

export function HospitableRentals({ connection }: { connection: Account }) {
  const texts = useText().places.hospitable
  const format = useFormat()
  return (
    <>
      <Card title={texts.account}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="font-semibold break-words">{connection.name}</p>
            <p className="text-sm break-words text-muted">{connection.email}</p>
            <p className="text-sm text-muted">{texts.since(format.dateTime(connection.connectedAt))}</p>
          </div>
          <Disconnect name={connection.name} />
        </div>
      </Card>
      <Card title={texts.rentals}>
        {connection.rentals.length === 0 ? (
          <EmptyState icon="home" title={texts.noRentals}>
            {texts.noRentalsBody}
          </EmptyState>
        ) : (
          <div className="grid gap-5">
            <p className="text-sm text-muted">{texts.rentalsBody}</p>
            {connection.rentals.map((rental) => (
              <Match key={rental.hospitableId} rental={rental} all={connection.rentals} />
            ))}
          </div>
        )}
      </Card>
    </>
  )
}

function Match({ rental, all }: { rental: Rental; all: readonly Rental[] }) {
  const texts = useText().places.hospitable
  const properties = useEndpoint('GET /api/properties')
  const match = useAction('POST /api/match-hospitable', {
    refreshes: ['GET /api/hospitable', 'GET /api/properties'],
  })
  const save = (value: string) => {
    const chosen = properties.data?.find(({ id }) => id === value)
    const place: PropertyId | 'new' | null = value === NEW ? 'new' : (chosen?.id ?? null)
    const { hospitableId } = rental
    match.mutate(
      { body: { matches: [{ hospitableId, place }] } },
      { onSuccess: ({ refused }) => refused.length === 0 && showToast(texts.saved) },
    )
  }
  const error = match.isError ? sentenceOf(match.error) : match.data?.refused[0]?.error
  const parent = all.find(({ hospitableId }) => hospitableId === rental.parentId)
  const places = (properties.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = places.some(({ value }) => value === rental.propertyId)
  return (
    <div className="grid gap-2">
      <SelectField
        label={rental.name}
        name={`rental-${rental.hospitableId}`}
        hint={[rental.address, parent && texts.partOf(parent.name)].filter(Boolean).join(' · ')}
        value={isListed ? (rental.propertyId ?? NONE) : NONE}
        {...(error === undefined ? {} : { error })}
        isDisabled={match.isPending || properties.isPending}
        onChange={save}
        options={[
          { value: NONE, label: texts.nothing },
          ...(rental.hasCoordinates && !rental.isGone ? [{ value: NEW, label: texts.newPlace }] : []),
          ...places,
        ]}
      />
      {rental.isGone && (
        <div>
          <Badge tone="warn">{texts.gone}</Badge>
        </div>
      )}
    </div>
  )
}

function Disconnect({ name }: { name: string }) {
  const texts = useText().places.hospitable
  const disconnect = useAction('POST /api/disconnect-hospitable', { refreshes: ['GET /api/hospitable'] })
  const ask = async () => {
    const isSure = await confirmPrompt({
      title: texts.endTitle(name),
      body: texts.endBody,
      submitLabel: texts.end,
      isDanger: true,
    })
    if (isSure) await disconnect.mutateAsync({ body: {} })
  }
  return (
    <Button isBusy={disconnect.isPending} onClick={() => void ask()}>
      {texts.end}
    </Button>
  )
}
