/** A year as a table for a spreadsheet: written in the background, fetched when it is there. */
import { z } from 'zod'
import type { UserId } from '#domain/ids.ts'
import { defineEndpoints } from './endpoint.ts'
import { id } from './shapes.ts'

const ofCustomer = z.strictObject({ year: z.coerce.number().int().min(2020).max(2100) })
/** `account`: one that was merged into the crew's own. */
const ofCrew = ofCustomer.extend({ account: id<UserId>().optional() })
/** Whether it can be fetched; else it is being written, and whoever waits asks again. */
const progress = z.object({ isReady: z.boolean() })

export const yearFiles = defineEndpoints({
  'POST /api/write-payments-csv': {
    access: 'customer',
    summary: 'Has a year’s payments written as a table in the background, and says whether it is there.',
    body: ofCustomer,
    reply: progress,
    callsPerMinute: 120,
  },
  'GET /api/payments-csv': {
    access: 'customer',
    summary: 'A year’s payments as a table for a spreadsheet, a row per visit, once it is written.',
    query: ofCustomer,
    repliesFile: true,
    reply: z.unknown(),
  },
  'POST /api/write-earnings-csv': {
    access: 'crew',
    summary: 'Has a year’s earnings written as a table in the background, and says whether it is there.',
    body: ofCrew,
    reply: progress,
    callsPerMinute: 120,
  },
  'GET /api/earnings-csv': {
    access: 'crew',
    summary: 'A year’s earnings as a table for a spreadsheet, a row per visit, once it is written.',
    query: ofCrew,
    repliesFile: true,
    reply: z.unknown(),
  },
})
