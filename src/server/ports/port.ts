import type { Clock } from './clock/port.ts'
import type { Hospitable } from './hospitable/port.ts'
import type { FeedReader } from './feeds/port.ts'
import type { Mailer } from './mail/port.ts'
import type { Matrix } from './matrix/port.ts'
import type { Payments } from './payments/payments.ts'
import type { PhotoStore } from './photos/port.ts'
import type { Places } from './places/port.ts'
import type { Pusher } from './push/port.ts'
import type { Texter } from './sms/port.ts'

/** Everything outside the house. Actions see these types; `main.ts` alone knows who stands behind them. */
export type Ports = {
  readonly clock: Clock
  readonly mail: Mailer
  readonly sms: Texter
  readonly push: Pusher
  readonly photos: PhotoStore
  readonly places: Places
  readonly matrix: Matrix
  readonly payments: Payments
  readonly hospitable: Hospitable
  readonly feeds: FeedReader
}
