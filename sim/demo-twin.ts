/** Somebody of the demo city who booked twice: a neighbour who opened another account yesterday, with the work address. */
import type { City, JobPlan } from './city.types.ts'

const OF = 'neighbour-1'
const KEY = 'neighbour-1-again'

/** One name, phone, house and card, and another email; the second account has asked for recycling as well. */
export function withTwin(city: City, day: number): City {
  const first = city.customers.find(({ key }) => key === OF)
  const [job] = first?.jobs ?? []
  if (first === undefined || job === undefined) return city
  const again: JobPlan = { ...job, serviceKey: job.serviceKey === 'bins' ? 'recycling' : 'bins' }
  const [name = '', house = ''] = first.email.split('@')
  const second = {
    ...first,
    key: KEY,
    email: `${name}.office@${house}`,
    joinsOnDay: day,
    couponCode: null,
    jobs: [again],
  }
  return { ...city, customers: [...city.customers, second] }
}
