import type { Bug } from './bug.ts'

const GRAPH = 'src/domain/visits/graph.ts'
const MOVES = 'src/domain/schedule/moves.ts'
const SERIES = 'src/domain/schedule/series.ts'
const FOLLOWS: Bug['test'] = [
  'src/domain/visits/follow-ups.test.ts',
  'nothing else follows a step of a visit, and nothing is left out',
]
const PROOF: Bug['test'] = [
  'src/server/visits/proof.test.ts',
  'what an earlier crew sent, and a photo of a shut door, are no proof of the work',
]

/** Visits, their days, their proof, and whom they are offered to. */
export const WORK_BUGS: readonly Bug[] = [
  {
    bug: 'a customer skips while the crew is on its way',
    file: GRAPH,
    from: "transition: 'skip',\n    from: ['scheduled', 'confirmed'],",
    to: "transition: 'skip',\n    from: ['scheduled', 'confirmed', 'en_route'],",
    test: ['src/domain/visits/ways.test.ts', 'a visit has the ways that are written here, and no other'],
  },
  {
    bug: 'a crew may reject a dispute',
    file: 'src/domain/disputes/graph.ts',
    from: "to: 'rejected', mayDo: ['operator']",
    to: "to: 'rejected', mayDo: ['operator', 'crew']",
    test: ['src/domain/disputes/graph.test.ts', 'has the ways that are written here, and no other'],
  },
  {
    bug: 'a missed visit is not counted against its crew (count_missed)',
    file: GRAPH,
    from: "countsAs: 'missed',\n    timeout: 'missed_grace',",
    to: "timeout: 'missed_grace',",
    test: FOLLOWS,
  },
  {
    bug: 'nobody is notified of a missed visit',
    file: GRAPH,
    from: "mayDo: ['system'],\n    timing: 'after_grace',\n    crew: 'stays',\n    followUps: ['release_authorisation', 'close_acts', 'notify_of_missed', 'close_trip'],",
    to: "mayDo: ['system'],\n    timing: 'after_grace',\n    crew: 'stays',\n    followUps: ['release_authorisation', 'close_acts', 'close_trip'],",
    test: FOLLOWS,
  },
  {
    bug: 'the crew of a skipped visit is not told (tell_crew)',
    file: 'src/server/jobs/skip-visit.ts',
    from: 'crewIds: [applied.crewIdBefore],',
    to: 'crewIds: [],',
    test: [
      'src/server/jobs/changes.test.ts',
      'notifies the crew, counts once, and can be taken back with the same crew',
    ],
  },
  {
    bug: 'a crew is told the id of the payment',
    file: 'src/server/visits/read-visits.ts',
    from: "paymentId: scope.type === 'Crew' ? null : row.payment_id",
    to: 'paymentId: row.payment_id',
    test: [
      'src/server/visits/proof.test.ts',
      'a visit that was billed leads its customer to the payment, and its crew nowhere',
    ],
  },
  {
    bug: 'photos of an earlier crew are shown as proof',
    file: 'src/server/visits/queries.ts',
    from: "join.onRef('visit.id', '=', 'photo.visit_id').onRef('visit.crew_id', '=', 'photo.owner_id'),",
    to: "join.onRef('visit.id', '=', 'photo.visit_id'),",
    test: PROOF,
  },
  {
    bug: 'photos of a shut door are shown as proof',
    file: 'src/server/visits/queries.ts',
    from: ".where('photo.purpose', '=', 'proof')",
    to: '',
    test: PROOF,
  },
  {
    bug: 'photos of a shut door are shown as proof on the crew’s day',
    file: 'src/server/photos/queries.ts',
    from: ".where('photo.purpose', '=', 'proof')\n    .orderBy",
    to: '.orderBy',
    test: PROOF,
  },
  {
    bug: 'where two moves meet the later one wins',
    file: MOVES,
    from: 'return occurrenceOf(visit) < occurrenceOf(other)',
    to: 'return occurrenceOf(visit) > occurrenceOf(other)',
    test: [
      'src/domain/schedule/moves.test.ts',
      'of two moves that meet the earlier one wins, in whatever order they were made',
    ],
  },
  {
    bug: 'a visit is planned anew onto a day that is taken',
    file: SERIES,
    from: 'return there === undefined || occurrenceOf(there) === occurrenceOf(visit)',
    to: 'return there === undefined || there !== undefined',
    test: ['src/domain/schedule/moves.test.ts', 'nothing is planned onto the day of a visit that is %s'],
  },
  {
    bug: 'a visit is planned anew onto the day of one that keeps its day',
    file: SERIES,
    from: 'visit.endsAt <= now || occurrenceOf(visit) < from',
    to: 'visit.endsAt <= now',
    test: [
      'src/domain/schedule/moves.test.ts',
      'nothing is planned onto the day of an earlier date that was moved there',
    ],
  },
  {
    bug: 'a visit that has begun is planned anew',
    file: SERIES,
    from: "return visit.state === 'scheduled' || visit.state === 'confirmed'",
    to: "return visit.state === 'scheduled' || visit.state === 'confirmed' || visit.state === 'in_progress'",
    test: [
      'src/domain/schedule/series.test.ts',
      'never touches what has begun, is done or over, and never doubles a date',
    ],
  },
  {
    bug: 'moves from before the day of planning are forgotten, by the rule',
    file: SERIES,
    from: 'ruleDates(series, addDays(from, -reach), addDays(to, reach))',
    to: 'ruleDates(series, from, addDays(to, reach))',
    test: ['src/domain/schedule/moves.test.ts', 'come out the same week by week as at once'],
  },
  {
    bug: 'moves from before the day of planning are forgotten, by what is read',
    file: 'src/server/jobs/series-queries.ts',
    from: 'const reached = addDays(since, -CONFLICT_REACH_DAYS)',
    to: 'const reached = since',
    test: [
      'src/server/follow-ups/standing-moves.test.ts',
      'a date that was moved over the day of planning keeps its day from a second visit',
    ],
  },
  {
    bug: 'a crew holds a day that it gave back',
    file: 'src/server/jobs/series-queries.ts',
    from: 'date < assignee.releasedFrom)',
    to: 'date <= assignee.releasedFrom)',
    test: [
      'src/server/follow-ups/standing-moves.test.ts',
      'a crew gets no visit of a weekday from the very date from which it gave it back',
    ],
  },
  {
    bug: 'undoing a pushed day overrides what was changed later',
    file: 'src/server/schedule/undo-push.ts',
    from: 'const rows = await findUntouched(db, day, all)',
    to: 'const rows = (await findUntouched(db, day, all)).length < 0 ? [] : all',
    test: [
      'src/server/follow-ups/pushed-then-changed.test.ts',
      'what somebody changed after a push is left as they left it by its undo',
    ],
  },
  {
    bug: 'a moved visit stays with a crew that has the day off',
    file: 'src/server/schedule/release-conflicting-visits.ts',
    from: 'isOff: isOff(work, daysOff.get(row.crew_id) ?? []),',
    to: 'isOff: false,',
    test: [
      'src/server/follow-ups/pushed-then-changed.test.ts',
      'a visit that is moved onto a day off of its crew is left open for others',
    ],
  },
  {
    bug: 'a day is pushed onto a pause',
    file: 'src/server/schedule/pushed-visit-queries.ts',
    from: '${to}::date >= pause.from_date',
    to: '${to}::date < pause.from_date',
    test: [
      'src/server/follow-ups/pushed-then-changed.test.ts',
      'a day that is pushed onto a pause is skipped, and says so before',
    ],
  },
  {
    bug: 'crews of another market are asked',
    file: 'src/server/offers/match-crews.ts',
    from: '.filter((crew) => crew.market_id === visit.marketId)',
    to: '.filter(() => true)',
    test: [
      'src/server/follow-ups/two-markets.test.ts',
      'of visits in two markets in one run each asks the crews of its own',
    ],
  },
  {
    bug: 'a crew is shown open work of another market',
    file: 'src/server/assignments/queries.ts',
    from: '(select market_id from users where users.id = job.customer_id)\n        =',
    to: '(select market_id from users where users.id = job.customer_id)\n        is not null or null =',
    test: [
      'src/server/markets/apart.test.ts',
      'no query looks at another market, but for those that are named',
    ],
  },
  {
    bug: 'the exact distance to open work is shown before it is taken',
    file: 'src/server/routes/read-job-routes.ts',
    from: 'Math.round(distanceFeet / 300) * 300',
    to: 'Math.round(distanceFeet)',
    test: [
      'src/server/routes/read-job-routes.test.ts',
      'is listed nearest first with pay per visit, and without name, address or exact place',
    ],
  },
  {
    bug: 'the exact distance to offered work is shown before it is taken',
    file: 'src/server/offers/read-offer.ts',
    from: "state === 'accepted' ? visit.place : roughly(visit.place)",
    to: 'visit.place',
    test: [
      'src/server/offers/answer-offer.test.ts',
      'field 43: shows pay, hours and the neighbourhood, and neither address, name, door code nor exact place',
    ],
  },
]
