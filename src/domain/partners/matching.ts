/** Which crew of ours a partner means, and which lines of two files are one. */
import type { UserId } from '../ids.ts'
import { formatCents } from '../money.ts'
import type { LineFault, PartnerIdentity, PartnerLine } from './lines.ts'

const MATCHED_BY = ['operator', 'email', 'phone'] as const
export type MatchedBy = (typeof MATCHED_BY)[number]

/** What is known of the crews of a market. */
export type KnownCrews = {
  /** What operators said once: `crewRef` → crew. */
  readonly chosen: ReadonlyMap<string, UserId>
  readonly byEmail: ReadonlyMap<string, UserId>
  /** Several people may share a phone. */
  readonly byPhone: ReadonlyMap<string, readonly UserId[]>
}

export type CrewMatch = { readonly crewId: UserId; readonly matchedBy: MatchedBy }

/**
 * An operator's word holds; then e-mail, then phone. Null where nobody is known, where several share the phone, and
 * where e-mail and phone are of two crews: money goes to nobody by a guess.
 */
export function matchCrew(
  line: PartnerIdentity & { readonly crewRef: string },
  known: KnownCrews,
): CrewMatch | null {
  const chosen = known.chosen.get(line.crewRef)
  if (chosen !== undefined) return { crewId: chosen, matchedBy: 'operator' }
  const byEmail = line.email === null ? undefined : known.byEmail.get(line.email)
  const withPhone = line.phone === null ? [] : (known.byPhone.get(line.phone) ?? [])
  if (byEmail !== undefined)
    return withPhone.length === 0 || withPhone.includes(byEmail)
      ? { crewId: byEmail, matchedBy: 'email' }
      : null
  const [only, another] = withPhone
  return only === undefined || another !== undefined ? null : { crewId: only, matchedBy: 'phone' }
}

/** A line that was imported before. */
export type EarlierLine = Pick<PartnerLine, 'period' | 'lineId' | 'amountCents'> & PartnerIdentity

export type Compared = {
  /** Those that no file had before. */
  readonly fresh: readonly PartnerLine[]
  /** How many were imported before as they are. */
  readonly repeatedCount: number
  /** Those that were imported before over another amount; they change nothing. */
  readonly faults: readonly LineFault[]
}

/**
 * What a file adds to those before it. A line is found again though its partner may say in another way by now whose it
 * is: the first file had the address of the crew, the next one its id, too.
 */
export function compareWithEarlier(lines: readonly PartnerLine[], earlier: readonly EarlierLine[]): Compared {
  const bySlot = Map.groupBy(earlier, slotOf)
  const found = lines.map((line) => ({
    line,
    before: bySlot.get(slotOf(line))?.find((each) => isSameCrew(each, line)),
  }))
  return {
    fresh: found.flatMap(({ line, before }) => (before === undefined ? [line] : [])),
    repeatedCount: found.filter(({ line, before }) => before?.amountCents === line.amountCents).length,
    faults: found.flatMap(({ line, before }) =>
      before === undefined || before.amountCents === line.amountCents
        ? []
        : [
            {
              rowNumber: line.rowNumber,
              field: 'amount' as const,
              reason: 'line_changed' as const,
              value: formatCents(before.amountCents),
            },
          ],
    ),
  }
}

function slotOf({ period, lineId }: Pick<PartnerLine, 'period' | 'lineId'>): string {
  return JSON.stringify([period.start, period.end, lineId])
}

/** Two different ids are two crews, whatever else they share. */
function isSameCrew(one: PartnerIdentity, other: PartnerIdentity): boolean {
  if (one.partnerCrewId !== null && other.partnerCrewId !== null)
    return one.partnerCrewId === other.partnerCrewId
  return (
    (one.email !== null && one.email === other.email) || (one.phone !== null && one.phone === other.phone)
  )
}
