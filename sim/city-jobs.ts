/** Which services the people of the city want, when. */
import { type LocalTime, localTime, type Weekday } from '#domain/time.ts'
import type { Chance } from './chance.ts'
import type { CustomerKind, JobPlan, PropertyPlan } from './city.types.ts'

const MORNING = windowOf('06:00', '11:00')
const DAYTIME = windowOf('08:00', '17:00')
const EVENING = windowOf('17:00', '21:30')
const WORKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5]

export function jobsOf(
  chance: Chance,
  key: string,
  kind: CustomerKind,
  properties: readonly PropertyPlan[],
): JobPlan[] {
  if (kind === 'home') return homeJobs(chance, key)
  return kind === 'rentals' ? rentalJobs(chance, key, properties) : portfolioJobs(chance, key, properties)
}

function homeJobs(chance: Chance, key: string): JobPlan[] {
  const first = jobFor(chance, key, chance.pick(['bins', 'bins', 'recycling', 'lawn'], key, 'service'), [0])
  if (!chance.happens(0.35, key, 'second job')) return [first]
  const other =
    first.serviceKey === 'bins' ? 'recycling' : chance.pick(['bins', 'pool', 'snow'], key, 'second')
  return [first, jobFor(chance, key, other, [0])]
}

/** One order for all the places, and something more at one of them. */
function rentalJobs(chance: Chance, key: string, properties: readonly PropertyPlan[]): JobPlan[] {
  const everywhere = properties.map((_, index) => index)
  const bins = jobFor(chance, key, 'bins', everywhere)
  const more = chance.pick(['recycling', 'pool', 'lawn'], key, 'more')
  return chance.happens(0.5, key, 'has more') ? [bins, jobFor(chance, key, more, [0])] : [bins]
}

function portfolioJobs(chance: Chance, key: string, properties: readonly PropertyPlan[]): JobPlan[] {
  return properties.map((_, index) => {
    const nights = chance.some(WORKDAYS, chance.whole(1, 2, key, 'nights', index), key, 'which nights', index)
    return {
      propertyIndexes: [index],
      serviceKey: 'valet_trash',
      weekdays: [...nights].sort((one, other) => one - other),
      quantity: chance.whole(12, 64, key, 'units', index),
      window: EVENING,
      notes: 'Doors are knocked on only once, please.',
    }
  })
}

function jobFor(
  chance: Chance,
  key: string,
  serviceKey: string,
  propertyIndexes: readonly number[],
): JobPlan {
  const draw = [key, serviceKey] as const
  const window = {
    bins: chance.pick([null, null, MORNING], ...draw, 'window'),
    recycling: chance.pick([null, DAYTIME], ...draw, 'window'),
  }[serviceKey]
  const weekdays = chance.some([1, 2, 3, 4, 5, 6] as Weekday[], 1, ...draw, 'weekday')
  const quantity = serviceKey === 'pool' ? 1 : chance.whole(1, 4, ...draw, 'quantity')
  return {
    propertyIndexes,
    serviceKey,
    weekdays,
    quantity,
    window: window === undefined ? DAYTIME : window,
    notes: '',
  }
}

function windowOf(start: string, end: string): { start: LocalTime; end: LocalTime } {
  return { start: localTime(start), end: localTime(end) }
}
