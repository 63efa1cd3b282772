/** What keeps a crew's money from going out, shown before it takes more work. */
import { z } from 'zod'
import { moment } from './shapes.ts'

export const payoutWarning = {
  /** Work can be taken all the same; its money waits. `due`: it goes out, until the provider stops it. */
  payoutWarning: z.enum(['none', 'pending', 'restricted', 'due']).nullable(),
  /** When the provider stops payouts unless it is answered; only where that is still to come. */
  payoutDueAt: moment.nullable(),
}
