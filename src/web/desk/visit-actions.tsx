/** What an operator does with a visit for somebody who calls; each says first what it means, and asks why. */
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { type Cents, ZERO_CENTS } from '#domain/money.ts'
import type { Capability } from '#domain/staff/roles.ts'
import { type Acting, ActingFor, type CallKey, call } from '#web/api.ts'
import { Only, useMay } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { IconName } from '#web/ui/icon.tsx'
import type { Both, Desk } from './visit-type.ts'

type Act = Desk['acts'][number]
type Asked = Exclude<Act, 'assign' | 'move'>
type Dialog = 'assign' | 'move' | 'credit'

const Dialogs = lazy(async () => ({ default: (await import('./visit-dialogs.tsx')).VisitDialog }))

const CHANGED: readonly CallKey[] = [
  'GET /api/visit',
  'GET /api/operator-visit',
  'GET /api/history',
  'GET /api/unassigned-visits',
  'GET /api/operator-board',
]

const ICONS: Record<Act, IconName> = {
  assign: 'truck',
  release: 'undo',
  confirm: 'check',
  complete: 'check',
  skip: 'minus',
  unskip: 'undo',
  move: 'calendar',
  cancel: 'close',
}

const NEEDS: Record<Act, Capability> = {
  assign: 'dispatch',
  release: 'dispatch',
  confirm: 'dispatch',
  complete: 'dispatch',
  move: 'dispatch',
  skip: 'support',
  unskip: 'support',
  cancel: 'support',
}

export function VisitActions({ visit, desk }: Both) {
  const { workDesk } = useText()
  const { acts: texts } = workDesk
  const may = useMay()
  const client = useQueryClient()
  const [open, setOpen] = useState<Dialog>()
  const refresh = () => {
    for (const key of CHANGED) void client.invalidateQueries({ queryKey: [key] })
  }
  const ask = useAsk({ visit, desk }, refresh)
  const choose = (act: Act) => (act === 'assign' || act === 'move' ? setOpen(act) : void ask(act))
  const sendLink = async () => {
    try {
      await call('POST /api/send-door-link', { body: { visitId: visit.id } })
      showToast(texts.linkSent(desk.crew?.name ?? ''))
      refresh()
    } catch (error) {
      showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
    }
  }
  const close = () => {
    setOpen(undefined)
    refresh()
  }
  const items = [
    ...desk.acts
      .filter((act) => may(NEEDS[act]))
      .map((act) => ({
        label: act === 'assign' && desk.crew !== null ? texts.reassign : texts.names[act],
        icon: ICONS[act],
        isDanger: act === 'cancel' || act === 'release',
        onSelect: () => choose(act),
      })),
    ...(desk.crew === null || !may('dispatch')
      ? []
      : [{ label: texts.link, icon: 'message' as const, onSelect: () => void sendLink() }]),
    ...(may('refund')
      ? [{ label: texts.credit, icon: 'gift' as const, onSelect: () => setOpen('credit') }]
      : []),
  ]
  if (items.length === 0) return <Only may="dispatch" isSaid />
  return (
    <>
      <Menu label={texts.label} trigger={texts.label} items={items} />
      {open !== undefined && (
        <Suspense fallback={null}>
          <ActingFor value={open === 'move' ? { id: desk.customer.id } : undefined}>
            <Dialogs open={open} visit={visit} desk={desk} onClose={close} />
          </ActingFor>
        </Suspense>
      )}
    </>
  )
}

/** Asks once, with what it means and costs, and why; a refusal stands in the question. */
function useAsk({ visit, desk }: Both, refresh: () => void) {
  const { acts: texts } = useText().workDesk
  const format = useFormat()
  const { totalCents } = visit
  const price = totalCents == null ? '' : format.money(totalCents)
  return async (act: Asked) => {
    const whom = ofCrew(act) ? desk.crew : desk.customer
    if (whom === null) return
    const fee = act === 'cancel' ? await feeOf(visit, whom.id) : null
    const effects: Record<Asked, string> = {
      release: texts.effects.release(whom.name),
      confirm: texts.effects.confirm(whom.name),
      complete: texts.effects.complete(price),
      skip: texts.effects.skip(price),
      unskip: texts.effects.unskip,
      cancel: fee === null ? '' : texts.effects.cancel(format.money(fee)),
    }
    await openPrompt({
      title: texts.names[act],
      body: `${effects[act]} ${texts.notified(whom.name)}`,
      inputs: [{ name: 'reason', label: texts.why, isOptional: act !== 'complete' }],
      submitLabel: texts.names[act],
      keepLabel: texts.keep,
      isDanger: act === 'cancel' || act === 'release',
      onSubmit: async ({ reason = '' }) => {
        await run(act, { visit, reason, fee }, { id: whom.id, reason })
        showToast(texts.done)
        refresh()
      },
    })
  }
}

type Given = { readonly visit: Both['visit']; readonly reason: string; readonly fee: Cents | null }

/** The person's own call, made by the operator. */
function run(act: Asked, { visit, reason, fee }: Given, actingFor: Acting): Promise<unknown> {
  const { id: visitId, orderId } = visit
  switch (act) {
    case 'release':
      return call('POST /api/release-visit', { body: { visitId }, actingFor })
    case 'confirm':
      return call('POST /api/confirm-visits', { body: { visitIds: [visitId] }, actingFor })
    case 'complete':
      return call('POST /api/complete-visit', { body: { visitId, note: reason }, actingFor })
    case 'skip':
      return call('POST /api/skip-visit', { body: { visitId }, actingFor })
    case 'unskip':
      return call('POST /api/unskip-visit', { body: { visitId }, actingFor })
    case 'cancel': {
      const body = { orderId: orderId ?? '', expectedFeeCents: fee ?? ZERO_CENTS }
      return call('POST /api/cancel-on-demand', { body, actingFor })
    }
  }
}

function ofCrew(act: Act): boolean {
  return act === 'release' || act === 'confirm' || act === 'complete'
}

/** What cancelling an order costs now; null where it is no longer possible. */
async function feeOf({ orderId }: Both['visit'], customerId: string) {
  if (orderId === null) return null
  const order = await call('GET /api/on-demand-order', {
    query: { id: orderId },
    actingFor: { id: customerId },
  })
  return order.cancellation?.feeCents ?? null
}
