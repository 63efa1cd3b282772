/** The list of weekly services of whoever has many: finding them, and keeping what is looked for often. */
import { plural } from '#domain/plural.ts'

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
  allWeekdays: 'All weekdays',
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
}
