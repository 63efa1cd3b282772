/** What changes of the demo's services: leaves take longer from next month on, and need one photo more. */
import { addDays, type LocalDate } from '#domain/time.ts'
import { readServices } from '#server/price-desk/save-service.ts'
import { planServiceChange } from '#server/price-desk/plan-service-change.ts'
import { attempt, type World } from './world.ts'

const SERVICE = 'lawn'
const DAYS_AHEAD = 30
const MORE_MINUTES = 10

export async function planServices(world: World, today: LocalDate): Promise<void> {
  await attempt(world, 'plan a change of a service', async (app) => {
    const service = (await readServices(app)).find(({ key }) => key === SERVICE)
    if (service === undefined) return
    const { minutes, minutesPerUnit, photosRequired, needs } = service
    await planServiceChange(app, world.operator, {
      key: SERVICE,
      from: addDays(today, DAYS_AHEAD),
      minutes: minutes + MORE_MINUTES,
      minutesPerUnit,
      photosRequired: photosRequired + 1,
      needs: [...needs],
    })
  })
}
