/** Crews that are asked first when a visit at this place needs one. Each change is saved at once. */
import type { PropertyId } from '#domain/ids.ts'
import { MOST_CHOSEN } from '#domain/offers/chosen.ts'
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

type Crews = Reply<'GET /api/place-crews'>
type Crew = Crews['chosen'][number]

/** Nothing at all where no crew is known yet. */
export function PlaceCrewsCard({ propertyId }: { propertyId: PropertyId }) {
  const { crews: texts } = useText().places
  const { data } = useEndpoint('GET /api/place-crews', { query: { propertyId } })
  if (data === undefined || data.chosen.length + data.others.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <Order propertyId={propertyId} crews={data} />
    </Card>
  )
}

function Order({ propertyId, crews: { chosen, others } }: { propertyId: PropertyId; crews: Crews }) {
  const { crews: texts } = useText().places
  const { save, isBusy } = useSave(propertyId)
  const mayChange = useMayHere()('schedule')
  const isFull = chosen.length >= MOST_CHOSEN
  const remove = (crew: Crew) =>
    save(
      chosen.filter((each) => each !== crew),
      texts.removed(crew.firstName),
      chosen,
    )
  const add = (crew: Crew) => save([...chosen, crew], texts.saved(crew.firstName, chosen.length + 1), chosen)
  const move = (from: number, to: number) => {
    if (to >= 0 && to < chosen.length)
      save(moved(chosen, from, to), texts.saved(chosen[from]!.firstName, to + 1), chosen)
  }
  return (
    <>
      <p className="px-4 pb-3 text-muted sm:px-5">{texts.hint}</p>
      {chosen.length === 0 && <p className="px-4 pb-3 sm:px-5">{texts.nobody}</p>}
      <List label={texts.list}>
        {chosen.map((crew, index) => (
          <CrewRow
            key={crew.crewId}
            crew={crew}
            start={<Place number={index + 1} />}
            actions={
              mayChange && (
                <>
                  <IconButton
                    icon="chevron-up"
                    label={texts.up(crew.firstName)}
                    aria-disabled={isBusy || index === 0 || undefined}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    icon="chevron-down"
                    label={texts.down(crew.firstName)}
                    aria-disabled={isBusy || index === chosen.length - 1 || undefined}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    icon="close"
                    label={texts.remove(crew.firstName)}
                    aria-disabled={isBusy || undefined}
                    onClick={() => remove(crew)}
                  />
                </>
              )
            }
          />
        ))}
      </List>
      {others.length > 0 && (
        <>
          <h3 className="border-t border-line px-4 pt-4 pb-1 text-sm font-medium text-muted sm:px-5">
            {texts.others}
          </h3>
          {isFull && <p className="px-4 pb-2 text-sm text-muted sm:px-5">{texts.full}</p>}
          <List label={texts.others}>
            {others.map((crew) => (
              <CrewRow
                key={crew.crewId}
                crew={crew}
                actions={
                  mayChange &&
                  !isFull && (
                    <Button tone="quiet" aria-label={texts.addOf(crew.firstName)} onClick={() => add(crew)}>
                      {texts.add}
                    </Button>
                  )
                }
              />
            ))}
          </List>
        </>
      )}
    </>
  )
}

function CrewRow({
  crew,
  ...row
}: { crew: Crew } & Pick<Parameters<typeof ListRow>[0], 'start' | 'actions'>) {
  const { crews: texts } = useText().places
  const stars = crew.stars === null ? [] : [texts.stars(crew.stars.toFixed(1))]
  return (
    <ListRow title={crew.firstName} detail={[texts.doneHere(crew.doneHere), ...stars].join(' · ')} {...row} />
  )
}

function Place({ number }: { number: number }) {
  return (
    <span className="nums flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent">
      {number}
    </span>
  )
}

function moved(crews: readonly Crew[], from: number, to: number): Crew[] {
  const others = crews.filter((_, index) => index !== from)
  return others.toSpliced(to, 0, crews[from]!)
}

function useSave(propertyId: PropertyId) {
  const action = useAction('POST /api/save-place-crews', { refreshes: ['GET /api/place-crews'] })
  const keep = (crews: readonly Crew[]) =>
    action.mutateAsync({ body: { propertyId, crewIds: crews.map(({ crewId }) => crewId) } })
  const attempt = async (crews: readonly Crew[], said: string, undo?: readonly Crew[]) => {
    try {
      await keep(crews)
      showToast(said, undo && { undo: () => void attempt(undo, said) })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  return {
    isBusy: action.isPending,
    save: (crews: readonly Crew[], said: string, before: readonly Crew[]) => {
      if (!action.isPending) void attempt(crews, said, before)
    },
  }
}
