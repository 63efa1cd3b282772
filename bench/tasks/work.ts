/** One process that works on a queue until it is told to end. */
import { OPEN_QUEUE } from './open-queue.ts'
import type { Place, QueueName } from './queue.ts'

const { name, place }: { name: QueueName; place: Place } = JSON.parse(process.argv[2]!)
const queue = await OPEN_QUEUE[name](place)
const stop = await queue.work(() => {})
process.once('message', () => void end())
process.send!('working')

async function end(): Promise<never> {
  await stop()
  await queue.close()
  process.exit()
}
