/** A crew with stops today, its customer, and a photo to show. */
import sharp from 'sharp'
import type { UserId, VisitId } from '#domain/ids.ts'
import type { Client, TestApp } from '#testing/app.ts'
import { buildCrew, buildCustomer, signedIn } from '#testing/build.ts'
import { buildVisit, buildWeeklyJob } from '#testing/build-work.ts'

export type TodayAtWork = Awaited<ReturnType<typeof crewToday>>

export async function crewToday(
  testApp: TestApp,
  stop: Parameters<typeof buildWeeklyJob>[1] = {},
  visit: Parameters<typeof buildVisit>[2] = {},
) {
  const { app } = testApp
  const [crew, customer] = [await buildCrew(app, { name: 'Maria Lopez' }), await buildCustomer(app)]
  const job = await buildWeeklyJob(app, { customerId: customer.userId, ...stop })
  const visitId = await buildVisit(app, job, { crewId: crew.userId, state: 'confirmed', ...visit })
  return {
    crew,
    customer,
    visitId,
    job,
    worker: await signedIn(testApp, crew),
    owner: await signedIn(testApp, customer),
  }
}

export async function sendPhoto(client: Client, visitId: VisitId): Promise<string> {
  const background = {
    r: Math.floor(Math.random() * 256),
    g: Math.floor(Math.random() * 256),
    b: 10,
  }
  const content = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const sent = await client.call('POST /api/upload-visit-photo', {
    query: { visitId },
    file: { type: 'image/jpeg', content },
  })
  return sent.body.photo.photoId
}

/** The notices of a person about an event, oldest first. */
export async function noticesOf({ app }: TestApp, userId: UserId, event: string) {
  return app.db
    .selectFrom('notice')
    .where('user_id', '=', userId)
    .where('event', '=', event as 'offer')
    .orderBy('created_at')
    .select(['title', 'text', 'url'])
    .execute()
}
