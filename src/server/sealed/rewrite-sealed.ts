/**
 * Seals anew, with the newest secret of the house, whatever an earlier one sealed, so that the earlier one may be taken
 * away. It may run while people work and as often as one likes: what is sealed anew already is passed over.
 */
import type { App } from '../app.ts'
import { violatedUnique } from '../db/errors.ts'
import { hashAddress } from '../feeds/hash-address.ts'
import { signReportLink } from '../night-reports/sign-report-link.ts'
import { type For, sealAnew, unseal } from '../seal.ts'
import { sealedFor } from '../second-factor/make-code.ts'
import {
  listAppSecrets,
  listFeedAddresses,
  listReportLinks,
  listTokens,
  saveAppSecret,
  saveFeedAddress,
  saveFeedMark,
  saveReportLink,
  saveTokens,
} from './queries.ts'

export type Rewritten = {
  readonly looked: number
  readonly rewritten: number
  /** What no secret opens that the house has. */
  readonly unopened: readonly string[]
}

type Counts = { looked: number; rewritten: number; unopened: string[] }
type Change = { readonly from: Buffer; readonly to: Buffer }

export async function rewriteSealed(app: App): Promise<Rewritten> {
  const counts: Counts = { looked: 0, rewritten: 0, unopened: [] }
  await eachOf(
    (after: Parameters<typeof listAppSecrets>[1]) => listAppSecrets(app.db, after),
    async (row) => {
      for (const column of ['secret_sealed', 'pending_sealed'] as const)
        await anew(app, counts, sealedFor(row.id), row[column], (change) =>
          saveAppSecret(app.db, row.id, column, change),
        )
    },
  )
  await eachOf(
    (after: Parameters<typeof listFeedAddresses>[1]) => listFeedAddresses(app.db, after),
    async ({ id, sealed_address }) => {
      const kept = { purpose: 'stay-feed', owner: id } as const
      await anew(app, counts, kept, sealed_address, async (change) => {
        await saveFeedAddress(app.db, id, change)
        const url = unseal(app.config, kept, change.to).toString()
        await saveFeedMark(app.db, id, hashAddress(app.config, url)).catch(unlessKnown)
      })
    },
  )
  await eachOf(
    (after: Parameters<typeof listTokens>[1]) => listTokens(app.db, after),
    ({ id, tokens_sealed }) =>
      anew(app, counts, { purpose: 'hospitable-tokens', owner: id }, tokens_sealed, (change) =>
        saveTokens(app.db, id, change),
      ),
  )
  await eachOf(
    (after: Parameters<typeof listReportLinks>[1]) => listReportLinks(app.db, after),
    async ({ id, token_hash: from }) => {
      counts.looked += 1
      const { tokenHash: to } = signReportLink(app, id)
      if (from.equals(to)) return
      await saveReportLink(app.db, id, { from, to })
      counts.rewritten += 1
    },
  )
  return counts
}

/** Page after page, each after the last of the page before. */
async function eachOf<Id, Row extends { readonly id: Id }>(
  list: (after: Id | null) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<void>,
): Promise<void> {
  for (let after: Id | null = null; ; ) {
    const rows: readonly Row[] = await list(after)
    for (const row of rows) await work(row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function anew(
  { config }: App,
  counts: Counts,
  kept: For,
  from: Buffer | null,
  save: (change: Change) => Promise<void>,
): Promise<void> {
  if (from === null) return
  counts.looked += 1
  try {
    const to = sealAnew(config, kept, from)
    if (to === null) return
    await save({ from, to })
    counts.rewritten += 1
  } catch (error) {
    if (!isUnopened(error)) throw error
    counts.unopened.push(`${kept.purpose} of ${kept.owner}`)
  }
}

/** Of OpenSSL, where the key or the owner is another. */
function isUnopened(error: unknown): boolean {
  return error instanceof Error && /unable to authenticate|invalid/i.test(error.message)
}

/** Somebody gave the same address once more meanwhile: that one is known by its mark. */
function unlessKnown(error: unknown): void {
  if (violatedUnique(error) !== 'stay_source_ref_key') throw error
}
