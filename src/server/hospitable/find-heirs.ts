/**
 * A webhook that says that two rentals became one may be lost. The whole list then says only that one is gone: who stands
 * for it is asked of the reservations of those that are no place yet.
 */
import { heirsOf } from '#domain/hospitable/heirs.ts'
import type { HospitableAccountId } from '#domain/ids.ts'
import { DEFAULT_TIME_ZONE, addDays, dateAt } from '#domain/time.ts'
import type { App } from '../app.ts'
import { inTransaction } from '../db/client.ts'
import { readReservations } from './read-reservations.ts'
import { listHeirs, listVanished, lockRental, saveHeir } from './rental-queries.ts'
import { listComingNames } from './stay-queries.ts'

/** Asks nobody where nothing vanished. */
export async function findHeirs(app: App, accountId: HospitableAccountId): Promise<void> {
  const gone = await listVanished(app.db, accountId)
  if (gone.length === 0) return
  const propertyIds = gone.map(({ propertyId }) => propertyId)
  const others = await listHeirs(app.db, accountId, propertyIds)
  if (others.length === 0) return
  const coming = await listComingNames(app.db, {
    accountId,
    propertyIds,
    from: addDays(dateAt(app.ports.clock.now(), DEFAULT_TIME_ZONE), -1),
  })
  const reservations =
    coming.size > 0
      ? await readReservations(
          app,
          accountId,
          others.map(({ hospitableId }) => hospitableId),
        )
      : []
  const namesOf = (hospitableId: string) =>
    new Set(
      reservations
        .filter(({ rentalIds, category }) => category === 'accepted' && rentalIds.includes(hospitableId))
        .flatMap(({ id, code }) => (code === null ? [id] : [id, code])),
    )
  const heirs = heirsOf(
    gone.map((each) => ({ ...each, reservations: coming.get(each.propertyId) ?? [] })),
    others.map((each) => ({ ...each, reservations: namesOf(each.hospitableId) })),
  )
  for (const { from, to, propertyId } of heirs)
    await inTransaction(
      app.db,
      async (trx) => {
        const was = await lockRental(trx, { accountId, hospitableId: from })
        const is = await lockRental(trx, { accountId, hospitableId: to })
        // Somebody may have said otherwise meanwhile.
        const isStillSo = was?.property_id === propertyId && was.gone_at !== null && is?.gone_at === null
        if (isStillSo && (is.property_id === null || is.property_id === propertyId))
          await saveHeir(trx, { accountId, from, to, propertyId })
      },
      { isolation: 'read committed', isStep: false },
    )
}
