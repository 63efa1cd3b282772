/** A visit that waits: what can be done with it for who calls, and its proof. */
import { useEndpoint } from '#web/api.ts'
import { VisitActions } from '#web/desk/visit-actions.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisitProof } from '#web/visits/visit-proof.tsx'

export function VisitPart({ visitId }: { visitId: string }) {
  const query = { id: visitId }
  const visit = useEndpoint('GET /api/visit', { query })
  const desk = useEndpoint('GET /api/operator-visit', { query })
  if (visit.isError || desk.isError) return null
  if (!visit.data || !desk.data) return <Skeleton rows={2} />
  return (
    <div className="grid gap-3">
      <div>
        <VisitActions visit={visit.data} desk={desk.data} />
      </div>
      {visit.data.photos.length > 0 && <VisitProof visit={visit.data} />}
    </div>
  )
}
