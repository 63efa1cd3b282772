/** The embedded adapter of every port: with no configuration at all the product runs on these. */
import { join } from 'node:path'
import { instant } from '#domain/time.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/client.ts'
import { createDemoBank } from './bank/embedded.ts'
import type { Clock } from './clock/port.ts'
import { createAbsentHospitable } from './hospitable/absent.ts'
import { createDemoHospitable } from './hospitable/demo.ts'
import { withDemoFeeds } from './feeds/demo.ts'
import { createFeedReader } from './feeds/https.ts'
import { createOutboxMailer } from './mail/embedded.ts'
import { createGreatCircleMatrix } from './matrix/embedded.ts'
import { createCallOut } from './outgoing/call-out.ts'
import { createPhotoFolder } from './photos/embedded.ts'
import { createGazetteer } from './places/embedded.ts'
import type { Ports } from './port.ts'
import { createOutboxPusher } from './push/embedded.ts'
import { createOutboxTexter } from './sms/embedded.ts'

export function createEmbeddedPorts({ config, db, clock }: { config: Config; db: Db; clock: Clock }): Ports {
  const feeds = createFeedReader(createCallOut({ allowedOrigins: config.fetchAllowed }))
  return {
    clock,
    mail: createOutboxMailer(db, clock),
    sms: createOutboxTexter(db, clock, { secret: config.secret, origin: config.http.origin }),
    push: createOutboxPusher(db, clock),
    photos: createPhotoFolder(join(config.dataDirectory, 'photos')),
    places: createGazetteer(),
    matrix: createGreatCircleMatrix(),
    payments: createDemoBank({ db, clock, secret: config.secret, origin: config.http.origin }),
    hospitable: config.wantsDemo
      ? createDemoHospitable({ clock, secret: config.secret, origin: config.http.origin })
      : createAbsentHospitable(),
    feeds: config.wantsDemo ? withDemoFeeds(feeds, { clock, goneFrom: instant(0) }) : feeds,
  }
}
