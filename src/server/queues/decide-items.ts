/** The same is done with several things of a queue; each stands or falls by itself. */
import { ACTS_WITH_NOTE, QUEUE_RULES, type Queue, type QueueAct } from '#contract/queue-kinds.ts'
import { toId } from '#domain/ids.ts'
import type { Instant } from '#domain/time.ts'
import type { App } from '../app.ts'
import { recordAudit } from '../audit/queries.ts'
import { decideReferral } from '../commissions/decide-referral.ts'
import { inTransaction } from '../db/client.ts'
import { beginPart, undoPart } from '../db/parts.ts'
import { decideLateCompletion } from '../late-completions/decide-late-completion.ts'
import { chargeAgain } from '../payments/charge-again.ts'
import { saveExplanation } from '../reconcile/save-explanation.ts'
import { failureOf, Refused } from '../refused.ts'
import type { OperatorScope } from '../scope.ts'
import { dropTask, retryTask } from '../system-health/decide-task.ts'
import { askCrewsAgain, askToConfirm } from './ask-again.ts'
import { askHost, readFeedAgain } from './ask-host.ts'
import { forgetOldItems, settleItem, takeItem } from './owner-queries.ts'
import { isWaiting } from './queue-queries.ts'

type Asked = {
  readonly kind: Queue
  readonly act: QueueAct
  readonly ids: readonly string[]
  readonly note: string
}
type Item = Omit<Asked, 'ids'> & { readonly id: string }
type Outcome = { readonly id: string; readonly refusal: string | null }

/** The caller knows that the role works this queue. */
export async function decideQueueItems(
  app: App,
  scope: OperatorScope,
  { ids, ...asked }: Asked,
): Promise<{ results: Outcome[] }> {
  if (!QUEUE_RULES[asked.kind].acts.includes(asked.act)) throw new Refused('bad_input')
  if (ACTS_WITH_NOTE.has(asked.act) && asked.note === '')
    throw new Refused('bad_input', { faults: { note: 'missing' } })
  const results: Outcome[] = []
  for (const id of new Set(ids)) results.push(await decideOne(app, scope, { ...asked, id }))
  return { results }
}

/** Always commits with an answer, so that the call made again after a break finds each where it was left. */
function decideOne(app: App, scope: OperatorScope, item: Item): Promise<Outcome> {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (trx) => {
      await beginPart(trx)
      try {
        if (!(await isWaiting(trx, scope, item, now))) throw new Refused('not_found')
        if (!(await takeItem(trx, scope, item, now))) throw new Refused('conflict')
        await decide({ ...app, db: trx }, scope, item, now)
        return { id: item.id, refusal: null }
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await undoPart(trx)
        return { id: item.id, refusal: failureOf(error, scope.locale).error }
      }
    },
    item.kind === 'parked' ? {} : { isolation: 'read committed' },
  )
}

async function decide(app: App, scope: OperatorScope, item: Item, now: Instant): Promise<void> {
  const { id, note } = item
  switch (item.act) {
    case 'settle':
      return settle(app, scope, item, now)
    case 'ask_again':
      return item.kind === 'unassigned'
        ? askCrewsAgain(app, scope, toId(id), now)
        : askToConfirm(app, scope, toId(id), now)
    case 'accept':
    case 'dismiss':
      await decideLateCompletion(app, scope, { lateCompletionId: toId(id), step: item.act, note })
      return
    case 'charge_again':
      return chargeAgain(app, scope, toId(id))
    case 'explain':
      return saveExplanation(app, scope, { differenceId: toId(id), note })
    case 'approve':
    case 'refuse':
      return decideReferral(app, scope, {
        broughtId: toId(id),
        decision: item.act,
        seenState: 'parked',
        note,
      })
    case 'ask_host':
      return askHost(app, scope, toId(id), now)
    case 'read_again':
      return readFeedAgain(app, scope, toId(id), now)
    case 'retry':
    case 'drop': {
      const decided = await (item.act === 'retry' ? retryTask : dropTask)(app, scope, {
        taskId: Number(id),
        reason: note,
      })
      if (!decided.isDone) throw new Refused('not_found')
    }
  }
}

/** Off the list, with who looked at it in the log. */
async function settle({ db }: App, scope: OperatorScope, item: Item, at: Instant): Promise<void> {
  await settleItem(db, scope, item, at)
  await forgetOldItems(db, at)
  await recordAudit(db, {
    actorId: scope.userId,
    action: 'settle_queue_item',
    subject: item.id,
    detail: { kind: item.kind },
    at,
  })
}
