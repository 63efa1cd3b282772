import type { App } from '../app.ts'
import type { CustomerScope } from '../scope.ts'
import { findConnection } from './queries.ts'
import { listRentals } from './rental-queries.ts'

export async function showConnection(app: App, scope: CustomerScope) {
  const { isConfigured, demo } = app.ports.hospitable
  const isDemo = demo !== null
  const found = await findConnection(app.db, scope)
  if (found === undefined) return { isOffered: isConfigured, isDemo, connection: null }
  const rentals = await listRentals(app.db, found.id)
  return {
    isOffered: isConfigured,
    isDemo,
    connection: {
      state: found.state === 'connected' ? ('connected' as const) : ('lapsed' as const),
      name: found.name,
      email: found.email,
      connectedAt: found.connected_at,
      lastReadAt: found.last_read_at,
      rentals: rentals.map((rental) => ({
        hospitableId: rental.hospitable_id,
        name: rental.name,
        address: rental.address,
        hasCoordinates: rental.lat !== null,
        parentId: rental.parent_id,
        propertyId: rental.property_id,
        propertyName: rental.property_name,
        isGone: rental.gone_at !== null,
      })),
    },
  }
}
