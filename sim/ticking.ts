/** A crew goes through the list of a stop: every task is ticked, with a photo where one is asked for. */
import type { Instant } from '#domain/time.ts'
import { keptLists } from '#server/checklists/visit-queries.ts'
import { addVisitPhoto } from '#server/photos/add-visit-photo.ts'
import { markItem } from '#server/work/mark-item.ts'
import type { Stop } from './stops.ts'
import { attempt, type LivingCrew, type World } from './world.ts'

const RUNS_LOW = 0.5

export async function tickList(world: World, { scope }: LivingCrew, stop: Stop, at: Instant): Promise<void> {
  const { visitId, name } = stop
  const [list] = await keptLists(world.host.app().db, [visitId])
  if (list?.crew_id !== scope.userId) return
  // After those that show the whole: one picture is no proof of two things.
  let picture = world.chance.whole(0, 5, 'photo', name) + stop.photosRequired
  for (const { key, kind, photo } of list.items) {
    if (kind === 'supply' && !world.chance.happens(RUNS_LOW, 'runs low', name, key)) continue
    if (photo === 'required')
      await attempt(world, 'photo', (app) => {
        const file = world.pictures.open(picture++, 'large')
        return addVisitPhoto(app, scope, {
          visitId,
          file,
          locale: scope.locale,
          takenAt: at,
          itemKey: key,
        })
      })
    await attempt(world, 'tick', (app) => markItem(app, scope, { visitId, key, isMarked: true, at }))
  }
}
