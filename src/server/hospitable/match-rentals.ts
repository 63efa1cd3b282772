/** Which rental is which place. Each is decided by itself: one that cannot be done keeps no other from it. */
import type { Language } from '#domain/language.ts'
import type { PropertyId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { inTransaction, toTimestamp } from '../db/client.ts'
import { insertLocated } from '../places/add-property.ts'
import { locateInMarket } from '../places/locate-in-market.ts'
import { findPropertyForUpdate } from '../places/queries.ts'
import { failureOf, Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { bringForward } from './event-queries.ts'
import { findConnection } from './queries.ts'
import { lockRental, type RentalKey, saveMatch } from './rental-queries.ts'

type Match = { readonly hospitableId: string; readonly place: PropertyId | 'new' | null }

export async function matchRentals(
  app: App,
  scope: CustomerScope,
  { matches, locale }: { readonly matches: readonly Match[]; readonly locale: Language },
): Promise<{ refused: { hospitableId: string; error: string }[] }> {
  const connection = await findConnection(app.db, scope)
  if (connection === undefined) throw new Refused('hospitable_lapsed')
  const refused: { hospitableId: string; error: string }[] = []
  for (const { hospitableId, place } of matches) {
    const key = { accountId: connection.id, hospitableId }
    try {
      if (place === 'new') await makePlace(app, scope, key)
      else await matchPlace(app, scope, key, place)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push({ hospitableId, error: failureOf(error, locale).error })
    }
  }
  await bringForward(app.db, [connection.id], app.ports.clock.now())
  return { refused }
}

async function matchPlace(
  app: App,
  scope: CustomerScope,
  key: RentalKey,
  place: PropertyId | null,
): Promise<void> {
  await inTransaction(app.db, async (trx) => {
    if ((await lockRental(trx, key)) === undefined) throw new Refused('not_found')
    if (place !== null && (await findPropertyForUpdate(trx, scope, place)) === undefined)
      throw new Refused('not_found')
    await saveMatch(trx, key, place)
  })
}

/** The zone is that of the ground it stands on: what Hospitable calls a time zone is an offset, true for half a year. */
async function makePlace(app: App, scope: CustomerScope, key: RentalKey): Promise<void> {
  const rental = await lockRental(app.db, key)
  if (rental === undefined) throw new Refused('not_found')
  const { lat, lng } = rental
  if (lat === null || lng === null) throw new Refused('address_unknown')
  const spot = await locateInMarket(app, scope, { lat, lng })
  const now = toTimestamp(app.ports.clock.now())
  await inTransaction(app.db, async (trx) => {
    const locked = await lockRental(trx, key)
    // Tapped twice, it is one place all the same.
    if (locked === undefined || locked.property_id !== null) return
    const input = {
      name: rental.name === '' ? rental.address : rental.name,
      address: rental.address === '' ? null : rental.address,
      groupName: null,
      accessNotes: '',
      lat,
      lng,
    }
    await saveMatch(trx, key, await insertLocated(trx, scope, { input, spot, now }))
  })
}
