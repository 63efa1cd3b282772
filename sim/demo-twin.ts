/** Somebody of the demo city who booked twice, and a crew that registered twice: each opened another account yesterday. */
import type { City, JobPlan } from './city.types.ts'

const OF = 'neighbour-1'
const KEY = 'neighbour-1-again'
const CREW = 'crew-3'

/** The same phone and base; it has not worked under the new account, nor said where its money goes. */
function withCrewTwin(crews: City['crews'], day: number): City['crews'] {
  const first = crews.find(({ key }) => key === CREW)
  if (first === undefined) return crews
  const [name = '', house = ''] = first.email.split('@')
  const second = {
    ...first,
    key: `${CREW}-again`,
    email: `${name}.new@${house}`,
    joinsOnDay: day,
    connectsAfterDays: null,
    takesFirstFrom: [],
  }
  return [...crews, second]
}

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
  return { ...city, customers: [...city.customers, second], crews: withCrewTwin(city.crews, day) }
}
