/** The crew of a visit, and what the customer thinks of it: asked first, or never again. */
import { type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { WhoComes } from './who-comes.tsx'

type Mark = Reply<'GET /api/crew-mark'>['mark']

type CrewMarkProps = {
  visitId: string
  title: string
  /** When it arrives, in the time of the place. */
  arrival?: string | undefined
}

/** Stays away while nobody has the visit. */
export function CrewMark({ visitId, title, arrival }: CrewMarkProps) {
  const texts = useText().offers.mark
  const read = useEndpoint('GET /api/crew-mark', { query: { visitId } })
  const act = useAction('POST /api/mark-crew', { refreshes: ['GET /api/crew-mark'] })
  const mayMark = useMayHere()('schedule')
  const name = read.data?.crewFirstName
  if (!read.data || !name) return null
  const mark = act.isPending ? act.variables.body.mark : read.data.mark
  const save = (wanted: Mark) => {
    const before = read.data.mark
    const set = (value: Mark, undo?: () => void) =>
      act.mutate(
        { body: { visitId, mark: value } },
        {
          onSuccess: () => showToast(texts.saved, undo === undefined ? {} : { undo }),
          onError: (error) => showToast(error.message, { tone: 'danger' }),
        },
      )
    set(wanted, () => set(before))
  }
  const help = {
    favourite: texts.favouriteHelp(name),
    blocked: texts.blockedHelp(name),
    none: texts.noneHelp,
  }[mark]
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <WhoComes visitId={visitId} arrival={arrival} />
        <div className="flex flex-wrap gap-2 empty:hidden">
          {(mayMark ? (['favourite', 'blocked'] as const) : []).map((each) => (
            <Button
              key={each}
              icon={each === 'favourite' ? 'star' : 'close'}
              tone={mark === each ? 'secondary' : 'quiet'}
              aria-pressed={mark === each}
              isBusy={act.isPending && act.variables.body.mark === each}
              onClick={() => save(mark === each ? 'none' : each)}
            >
              {texts[each]}
            </Button>
          ))}
        </div>
        {mayMark && <p className="text-sm text-muted">{help}</p>}
      </div>
    </Card>
  )
}
