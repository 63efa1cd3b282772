/** Whatever nobody has in a week that is confirmed is offered, however it came to be open; what waited goes on. */
import { offerOpenVisits } from '../offers/open-visits.ts'
import type { Task } from './task.ts'

export const offerOpenVisitsTask: Task<'offer_open_visits'> = {
  kind: 'offer_open_visits',
  tries: 5,
  outside: (app, { marketId }) => offerOpenVisits(app, marketId),
}
