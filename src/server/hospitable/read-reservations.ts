import type { Reservation } from '#domain/hospitable/reservations.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import { addDays, DEFAULT_TIME_ZONE, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { HospitableFailure } from '../ports/hospitable/port.ts'
import { withAccess } from './use-tokens.ts'

/** In one question; addresses have an end. */
const RENTALS_AT_ONCE = 40
const MOST_PAGES = 200
const PAST_DAYS = 30
const COMING_DAYS = 1_000

/** Of some rentals, from a month ago on. Throws where the list breaks off. */
export async function readReservations(
  app: App,
  accountId: HospitableAccountId,
  rentalIds: readonly string[],
): Promise<Reservation[]> {
  const today = dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE)
  const days = { from: addDays(today, -PAST_DAYS), to: addDays(today, COMING_DAYS) }
  const found = new Map<string, Reservation>()
  for (let at = 0; at < rentalIds.length; at += RENTALS_AT_ONCE) {
    const asked = rentalIds.slice(at, at + RENTALS_AT_ONCE)
    for (let page = 1, isLast = false; !isLast; page++) {
      if (page > MOST_PAGES) throw new HospitableFailure('contract', 'the list of reservations does not end')
      const answer = await withAccess(app, accountId, (token) =>
        app.ports.hospitable.listReservations(token, { rentalIds: asked, page, ...days }),
      )
      for (const each of answer.items) found.set(each.id, each)
      isLast = answer.isLast
    }
  }
  return [...found.values()]
}
