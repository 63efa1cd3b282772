/**
 * Changes that change nothing that anybody could see, each with the reason. Known by the line on which it is made, so
 * that a line that is written anew is judged anew.
 */
type Equivalent = {
  readonly file: string
  /** The line, without its margin. */
  readonly line: string
  readonly from: string
  readonly to: string
  readonly because: string
}

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: 'src/domain/pricing/price.ts',
    line: 'const newest: (Candidate | null)[] = [null, null, null, null]',
    from: 'null, ',
    to: '',
    because: 'what is not in the list is as absent as null',
  },
  {
    file: 'src/domain/schedule/series.ts',
    line: 'for (const terms of [...series.earlierTerms].sort((a, b) => (a.until < b.until ? -1 : 1))) {',
    from: '1',
    to: '(1 + 1)',
    because: 'a comparison says by its sign which comes first',
  },
  {
    file: 'src/domain/schedule/moves.ts',
    line: 'if (visit.movedFrom !== null && pauses.some((pause) => isWithin(pause, visit.date))) continue',
    from: 'visit.movedFrom !== null && pauses.some((pause) => isWithin(pause, visit.date))',
    to: 'pauses.some((pause) => isWithin(pause, visit.date))',
    because: 'dates of the rule that lie in a pause have fallen out before',
  },
  {
    file: 'src/domain/schedule/series.ts',
    line: 'const until = terms.until < to ? terms.until : to',
    from: '<',
    to: '<=',
    because: 'where both are one day either is as good',
  },
  {
    file: 'src/domain/schedule/series.ts',
    line: 'const move: ScheduleMove | undefined = series.exceptions.moves.find((each) => each.from === date)',
    from: 'find',
    to: 'findLast',
    because: 'a date has one move: the database has one row for it',
  },
  {
    file: 'src/domain/schedule/series.ts',
    line: 'known.set(key, window)',
    from: 'known.set(key, window)',
    to: ';',
    because: 'what is remembered only saves asking the calendar again',
  },
  {
    file: 'src/domain/schedule/series.ts',
    line: 'const start = series.startDate > from ? series.startDate : from',
    from: 'series.startDate > from',
    to: 'false',
    because: 'before its start a series has no dates: they are only looked for in vain',
  },
  {
    file: 'src/domain/schedule/holidays.ts',
    line: 'if (nth < 0) {',
    from: '0',
    to: '(0 + 1)',
    because: 'the nought-th weekday of a month is none: rules count from one, or from the end',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: 'const at = (hmac.at(-1) ?? 0) % 16',
    from: 'hmac.at(-1) ?? 0',
    to: 'hmac.at(-1)',
    because: 'a digest has a last byte, which the compiler cannot know',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: "return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '').join('')",
    from: "BASE32[Number.parseInt(group.padEnd(5, '0'), 2)] ?? ''",
    to: "BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]",
    because: 'five bits are one of thirty-two letters, which the compiler cannot know',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: 'const groups = bits.match(/.{1,5}/g) ?? []',
    from: 'bits.match(/.{1,5}/g) ?? []',
    to: 'bits.match(/.{1,5}/g)',
    because: 'a secret is never empty',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: 'return role !== null && ROLES.includes(role) && CAPABILITIES.includes(capability)',
    from: 'role !== null && ROLES.includes(role)',
    to: 'ROLES.includes(role)',
    because: 'nobody is in no list of roles',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: 'const [first = 0, second = 0, third = 0, fourth = 0] = hmac.subarray(at, at + 4)',
    from: '0',
    to: '(0 + 1)',
    because: 'a digest has all four bytes, which the compiler cannot know',
  },
  {
    file: 'src/domain/offers/score.ts',
    line: '.sort((a, b) => b.score - a.score || (a.crewId < b.crewId ? -1 : 1))',
    from: '1',
    to: '(1 + 1)',
    because: 'a comparison says by its sign which comes first',
  },
  {
    file: 'src/domain/offers/waves.ts',
    line: 'if (currentExpiresAt !== null && now < currentExpiresAt) return { waitUntil: currentExpiresAt }',
    from: 'currentExpiresAt !== null && now < currentExpiresAt',
    to: 'now < currentExpiresAt',
    because: 'no moment of ours is before the first of 1970, which null counts as',
  },
  {
    file: 'src/domain/staff/second-factor.ts',
    line: 'const [first = 0, second = 0, third = 0, fourth = 0] = hmac.subarray(at, at + 4)',
    from: '4',
    to: '(4 + 1)',
    because: 'only four of them are taken',
  },
  {
    file: 'src/domain/offline/queue.ts',
    line: 'const same = ofVisit.find((each) => isSame(each.act, draft.act))',
    from: 'find',
    to: 'findLast',
    because: 'of the same act there is never more than one: what was refused goes with the next try',
  },
  {
    file: 'src/domain/offline/queue.ts',
    line: "if (one.kind === 'photo' && other.kind === 'photo')",
    from: "one.kind === 'photo' && other.kind === 'photo'",
    to: "other.kind === 'photo'",
    because: 'what is no photo has no sum, and no photo has none such',
  },
]
