/** Who comes, or came: face, first name, rating, how much they have done, and when they arrive. */
import type { ReactNode } from 'react'
import { type Reply, useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Icon } from '#web/ui/icon.tsx'

type WhoComesProps = {
  visitId: string
  /** Known before the rest: its place is kept, so that nothing moves when the rest comes. */
  expectedName?: string | null
  /** When, in the time of the place. */
  arrival?: string | undefined
  children?: ReactNode
}

/** Stays away while nobody has the visit. */
export function WhoComes({ visitId, expectedName, arrival, children }: WhoComesProps) {
  const read = useEndpoint('GET /api/visit-crew', { query: { visitId } })
  const crew = read.data?.crew
  const name = crew?.firstName ?? (read.isPending ? expectedName : null)
  if (!name) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Avatar name={name} size={64} {...(crew?.photoUrl ? { photoUrl: crew.photoUrl } : {})} />
      <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
        <p className="text-lg font-semibold">{name}</p>
        <p className="nums flex min-h-5 flex-wrap items-center gap-x-1 text-sm text-muted">
          {crew && <Standing {...crew} />}
        </p>
        {arrival && <p className="nums font-medium">{arrival}</p>}
      </div>
      {children}
    </div>
  )
}

type Crew = NonNullable<Reply<'GET /api/visit-crew'>['crew']>

function Standing({ stars, ratingCount, doneCount }: Crew) {
  const { who } = useText().today
  const format = useFormat()
  return (
    <>
      {stars === null ? (
        <span>{who.newcomer}</span>
      ) : (
        <>
          <Icon name="star" size={16} className="fill-current text-accent" />
          <span>{who.rating(stars.toFixed(1), ratingCount)}</span>
        </>
      )}
      {doneCount > 0 && <span>· {who.done(format.count(doneCount), doneCount)}</span>}
    </>
  )
}
