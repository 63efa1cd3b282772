/** The dialogs of a visit's page, which come when they are opened. */
import { useEndpoint } from '#web/api.ts'
import { MoveSheet } from '#web/visits/move-visit.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { CreditDialog } from './credit-dialog.tsx'
import type { Both } from './visit-type.ts'

type Props = Both & { open: 'assign' | 'move' | 'credit'; onClose: () => void }

export function VisitDialog({ open, visit, desk, onClose }: Props) {
  if (open === 'assign') return <AssignDialog visitId={visit.id} onClose={onClose} />
  if (open === 'move') return <MoveSheet visit={visit} onClose={onClose} />
  return <GiveCredit customerId={desk.customer.id} onClose={onClose} />
}

function GiveCredit({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const { data } = useEndpoint('GET /api/person', { query: { id: customerId } })
  if (data?.customer == null) return null
  const { id, name, email, customer } = data
  return <CreditDialog customer={{ id, name, email, creditCents: customer.creditCents }} onClose={onClose} />
}
