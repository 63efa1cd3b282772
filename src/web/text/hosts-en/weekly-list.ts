/** The list of weekly services of whoever has many: finding them, and keeping what is looked for often. */
import { plural } from '#domain/plural.ts'

const numberOf = (count: number) => plural.en(count, { one: '1', other: (n) => n })

export const weeklyList = {
  find: 'Find weekly services',
  search: 'Search',
  searchHint: 'Place, address, group, service or crew',
  filters: (chosen: number) => (chosen === 0 ? 'Filters' : `Filters (${chosen})`),
  group: 'Group',
  allGroups: 'All groups',
  service: 'Service',
  allServices: 'All services',
  crew: 'Crew',
  allCrews: 'All crews',
  weekday: 'Weekday',
  allWeekdays: 'Any day',
  state: 'State',
  states: { '': 'Active and paused', active: 'Active', paused: 'Paused' },
  saved: 'Saved filters',
  none: 'All weekly services',
  notSaved: 'Not saved yet',
  save: 'Save filter',
  rename: 'Rename filter',
  remove: 'Remove filter',
  name: 'Name',
  kept: 'Filter saved',
  removed: 'Filter removed',
  clear: 'Clear filters',
  found: (count: number) =>
    plural.en(count, { one: '1 weekly service', other: (n) => `${n} weekly services` }),
  nothing: 'No weekly service fits these filters',
  bulk: {
    selection: 'Selection',
    select: 'Select',
    selectShown: 'Select all shown',
    selectAll: (count: number) => `Select all ${numberOf(count)}`,
    selectNone: 'Clear',
    selected: (count: number) => `${numberOf(count)} selected`,
    onlySome: (count: number) => `The newest ${numberOf(count)} are selected; more can’t be changed at once.`,
    change: (count: number) =>
      plural.en(count, { one: 'Change 1 weekly service', other: (n) => `Change ${n} weekly services` }),
    changeShort: (count: number) => `Change ${numberOf(count)}`,
    what: 'What should happen?',
    kinds: {
      skip: 'Skip a week',
      pause: 'Pause',
      window: 'New time of day',
      weekdays: 'New weekdays',
      quantity: 'New quantity',
      crews: 'Choose crews',
      cancel: 'End them',
    },
    week: 'Week',
    onlyWeekdays: 'Only visits on',
    onlyWeekdaysHint: 'None chosen: every visit of the week.',
    newWeekdays: 'Weekdays',
    quantity: 'Quantity',
    crewsHint:
      'They are asked first, in this order, when a visit at these places needs a crew. Crews that have these services keep them.',
    crewChoices: { first: 'Asked first', second: 'Then', third: 'Third' },
    nobodyFirst: 'Nobody in particular',
    nobodyElse: 'Nobody else',
    noCrews: 'No crew is known yet. Once one has worked for you, you can choose it here.',
    crewWithStars: (name: string, stars: string) => `${name} · ${stars} ★`,
    cancelHint: 'All their coming visits are canceled. What is under way is finished and billed.',
    look: 'Show what happens',
    back: 'Back',
    isWhole: 'All or none',
    isWholeHint: 'If one of them can’t be changed, none is. Otherwise those that can’t are left out.',
    apply: {
      cancel: (count: number) =>
        plural.en(count, { one: 'End 1 weekly service', other: (n) => `End ${n} weekly services` }),
      other: (count: number) =>
        plural.en(count, { one: 'Change 1 weekly service', other: (n) => `Change ${n} weekly services` }),
    },
    rows: 'What happens to each',
    outcomes: { changes: 'Changes', same: 'Stays as it is', refused: 'Can’t be changed' },
    changes: (count: number) => plural.en(count, { one: '1 changes', other: (n) => `${n} change` }),
    changed: (count: number) => plural.en(count, { one: '1 changed', other: (n) => `${n} changed` }),
    same: (count: number) =>
      plural.en(count, { one: '1 is like this already', other: (n) => `${n} are like this already` }),
    refused: (count: number) => `${numberOf(count)} can’t be changed`,
    over: (days: string) => `${days}:`,
    visits: (before: number, after: number) =>
      before === after
        ? plural.en(after, { one: '1 visit as before,', other: (n) => `${n} visits as before,` })
        : `${numberOf(before)} → ${numberOf(after)} visits,`,
    money: (before: string, after: string, isSame: boolean) =>
      isSame ? `${after} as before.` : `${before} → ${after}.`,
    crews: (count: number) =>
      plural.en(count, {
        one: 'One crew has some of these visits and is notified once.',
        other: (n) => `${n} crews have some of these visits and are notified once each.`,
      }),
    showRows: (count: number) => `Show ${numberOf(count)} of them`,
    notShown: (count: number) => `and ${numberOf(count)} more`,
    names: {
      skip: (week: string) => `Skip the week ${week}`,
      pause: (from: string) => `Pause from ${from}`,
      pauseUntil: (from: string, until: string) => `Pause ${from} – ${until}`,
      weekdays: (days: string) => `New weekdays: ${days}`,
      quantity: (count: number) => `New quantity: ${count}`,
      window: 'New time of day',
      crews: 'Choose crews',
      noCrews: 'Choose no crews',
      cancel: 'End weekly services',
    },
    undoing: (change: string) => `Undoing: ${change}`,
    progress: (done: number, all: number) => `${numberOf(done)} of ${numberOf(all)}`,
    by: (name: string) => `by ${name}`,
    givenUp: 'One of them can’t be changed, so none was.',
    undone: (count: number) =>
      plural.en(count, { one: 'Undone: 1 is as it was', other: (n) => `Undone: ${n} are as they were` }),
    left: (count: number) =>
      plural.en(count, { one: '1 stays as it is now', other: (n) => `${n} stay as they are now` }),
    noted: (count: number) => plural.en(count, { one: 'See which one', other: () => 'See which ones' }),
    undo: 'Undo',
    undoUntil: (time: string) => `You can undo it until ${time}`,
    putAway: 'Hide',
  },
}
