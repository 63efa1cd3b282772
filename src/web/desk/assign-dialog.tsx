/** The crews that could do a visit, best first; one tap gives it to one of them. */

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CallKey, type Reply, useAction, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'

type Candidate = Reply<'POST /api/get-crew-candidates'>['candidates'][number]

/** More than these are searched rather than read. */
const FEW_CREWS = 6

const CHANGED: readonly CallKey[] = [
  'GET /api/unassigned-visits',
  'GET /api/operator-board',
  'GET /api/visit',
  'GET /api/operator-visit',
  'GET /api/history',
]

export function AssignDialog({ visitId, onClose }: { visitId: string; onClose: () => void }) {
  const { offers } = useText()
  const client = useQueryClient()
  const read = useEndpoint('POST /api/get-crew-candidates', { body: { visitId } })
  const [typed, setTyped] = useState('')
  const all = read.data?.candidates ?? []
  const wanted = typed.trim().toLowerCase()
  const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted))
  const assign = useAction('POST /api/assign-visit')
  const give = ({ crewId, name }: Candidate) =>
    assign.mutate(
      { body: { visitId, crewId } },
      {
        onSuccess: () => {
          showToast(offers.board.given(name))
          onClose()
        },
        onSettled: () => {
          for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] })
          void read.refetch()
        },
      },
    )
  const tried = assign.variables?.body.crewId
  return (
    <Dialog title={offers.board.assignTitle(read.data?.propertyName ?? '')} isOpen isWide onClose={onClose}>
      <div className="grid gap-3">
        {read.isPending && <SkeletonCard rows={5} />}
        {read.isError && !read.data && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
        {all.length > FEW_CREWS && (
          <TextField
            label={offers.board.findCrew}
            name="crew"
            type="search"
            value={typed}
            onChange={setTyped}
            isOptional
            isLabelHidden
            placeholder={offers.board.findCrew}
          />
        )}
        {read.data && shown.length === 0 && <EmptyState icon="users" title={offers.board.noCrews} />}
        {read.data && shown.length > 0 && (
          <div className="-mx-5">
            <List label={offers.board.assignTitle(read.data.propertyName)}>
              {shown.map((each) => (
                <CandidateRow
                  key={each.crewId}
                  candidate={each}
                  isBusy={assign.isPending && tried === each.crewId}
                  refused={tried === each.crewId ? assign.error?.message : undefined}
                  onGive={() => give(each)}
                />
              ))}
            </List>
          </div>
        )}
      </div>
    </Dialog>
  )
}

type CandidateRowProps = {
  candidate: Candidate
  isBusy: boolean
  /** Why the last try was refused: said where it was pressed, however long the list is. */
  refused: string | undefined
  onGive: () => void
}

function CandidateRow({ candidate, isBusy, refused, onGive }: CandidateRowProps) {
  const { board } = useText().offers
  const format = useFormat()
  const { name, conflict, offer, isFavourite, hasIt } = candidate
  const { loadMinutes, capacityMinutes, reliability } = candidate
  const facts = [
    format.distance(candidate.distanceFeet),
    capacityMinutes === 0
      ? board.offDay
      : board.load(format.minutes(loadMinutes), format.minutes(capacityMinutes)),
    reliability !== null && board.kept(format.percent(Math.round(reliability * 100) * 100)),
  ].filter((part) => part !== false)
  return (
    <ListRow
      icon="user"
      title={name}
      detail={
        <>
          <span className="block">{facts.join(' · ')}</span>
          {refused && (
            <span role="alert" className="block font-medium text-danger">
              {refused}
            </span>
          )}
        </>
      }
      state={
        <span className="flex flex-wrap gap-1">
          {hasIt && <Badge tone="good">{board.hasIt}</Badge>}
          {isFavourite && <Badge tone="accent">{board.favourite}</Badge>}
          {conflict && <Badge tone="warn">{textFor(board.conflicting, conflict) ?? board.conflict}</Badge>}
          {offer && <Badge>{board.answers[offer]}</Badge>}
        </span>
      }
      actions={
        !hasIt &&
        // What else does not suit may be overruled; a freeze is never.
        conflict !== 'account_frozen' && (
          <Button aria-label={`${board.give}: ${name}`} isBusy={isBusy} onClick={onGive}>
            {board.give}
          </Button>
        )
      }
    />
  )
}
