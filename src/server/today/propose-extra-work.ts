/** The crew asks for work beyond the order; only what the customer approves is ever charged. */
import type { VisitId } from '#domain/ids.ts'
import type { InEachLanguage } from '#domain/language.ts'
import type { Cents } from '#domain/money.ts'
import { type Instant, instant, MINUTE_MS } from '#domain/time.ts'
import { takesExtraWork } from '#domain/today/extra.ts'
import type { App } from '../app.ts'
import { type Db, inTransaction } from '../db/client.ts'
import { notify } from '../notices/notify.ts'
import { Refused } from '../refused.ts'
import type { CrewScope } from '../scope.ts'
import { settingsAt } from '../settings/read-settings.ts'
import { extraTexts } from './act-texts.ts'
import { expireProposals, insertExtra, listExtraStates } from './extra-queries.ts'
import { type Proposal, priceOfProposal } from './price-extra-work.ts'
import { claimPhoto, findActFacts, insertTimelineEvents, lockOwnVisit } from './queries.ts'

/** Nobody is asked more often during one visit. */
const MOST_PROPOSALS = 10

export async function proposeExtraWork(app: App, scope: CrewScope, proposal: Proposal) {
  const now = app.ports.clock.now()
  return inTransaction(
    app.db,
    async (db) => {
      const visit = await lockOwnVisit(db, proposal.visitId, { kind: 'crew', id: scope.userId })
      const facts = (await findActFacts(db, visit.id))!
      // What is redone was priced when it was done first.
      if (!takesExtraWork(visit.state) || facts.price_lines !== null) throw new Refused('wrong_state')
      await makeRoom(db, visit.id, now)
      if (proposal.photoId !== undefined)
        await claimPhoto(db, scope, { photoId: proposal.photoId, visitId: visit.id, purpose: 'extra' })
      const priced = await priceOfProposal(db, facts, proposal)
      const extra = await saveProposal(db, scope, { proposal, ...priced, now })
      await notify(db, {
        to: visit.customerId,
        event: 'extra_work',
        key: `extra-work:${extra.id}`,
        texts: extraTexts(facts, priced),
        url: `/visit/${visit.id}`,
        now,
        visitId: visit.id,
        until: extra.expires_at,
      })
      await insertTimelineEvents(db, [
        {
          visitId: visit.id,
          state: visit.state,
          what: 'extra_proposed',
          by: { kind: 'crew', id: scope.userId },
          at: now,
          detail: { note: priced.note, amountCents: priced.amountCents },
        },
      ])
      return { extraId: extra.id, amountCents: priced.amountCents, expiresAt: extra.expires_at }
    },
    { isolation: 'read committed' },
  )
}

/** A question whose time is over makes room for the next; one that is open does not. */
async function makeRoom(db: Db, visitId: VisitId, now: Instant): Promise<void> {
  await expireProposals(db, visitId, now)
  const states = await listExtraStates(db, visitId)
  if (states.includes('proposed')) throw new Refused('extra_open_already')
  if (states.length >= MOST_PROPOSALS) throw new Refused('wrong_state')
}

async function saveProposal(
  db: Db,
  scope: CrewScope,
  {
    proposal,
    note,
    amountCents,
    now,
  }: { proposal: Proposal; note: InEachLanguage; amountCents: Cents; now: Instant },
) {
  const { visitId, serviceKey = null, quantity, photoId = null } = proposal
  const { extraWorkAnswerMinutes } = await settingsAt(db, scope.marketId, now)
  const expiresAt = instant(now + extraWorkAnswerMinutes * MINUTE_MS)
  return insertExtra(db, scope, { visitId, serviceKey, quantity, note, amountCents, photoId, expiresAt }, now)
}
