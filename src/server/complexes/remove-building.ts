import type { BuildingId } from '#domain/ids.ts'
import type { App } from '../app.ts'
import { Refused } from '../refused.ts'
import type { CustomerScope } from '../scope.ts'
import { markBuildingRemoved } from './building-queries.ts'

export async function removeBuilding(app: App, scope: CustomerScope, buildingId: BuildingId): Promise<void> {
  if (!(await markBuildingRemoved(app.db, scope, buildingId, app.ports.clock.now())))
    throw new Refused('not_found')
}
