import { describeMatrix } from './behaviour.ts'
import { createGreatCircleMatrix } from './embedded.ts'

describeMatrix('the great circle', async () => createGreatCircleMatrix())
