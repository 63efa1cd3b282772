/** While the demo is served, its crew that is on its way drives on. */
import type { App } from '#server/app.ts'
import { driveOn } from '../../sim/demo-drive.ts'

/** As a phone does it, nearly. */
const EVERY_MS = 30_000

/** Answers how to end it. At once, too: a server that starts again finds the crew farther on its way. */
export function keepDriving(app: App): () => void {
  const drive = () =>
    driveOn(app).catch((error: unknown) => app.log.warn({ err: error }, 'the demo crew does not drive on'))
  void drive()
  const timer = setInterval(() => void drive(), EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
