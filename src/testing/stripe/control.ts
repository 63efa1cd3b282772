/**
 * Commands of tests to the double, on addresses that Stripe does not have: `POST /_double/<command>` with JSON. Lies to tell,
 * things that happen at a bank, in the dashboard or in a mailbox, and the clock.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { accountCommands } from './account-commands.ts'
import { letTimePass } from './answers.ts'
import { bankCommands } from './bank-commands.ts'
import { type Command, command } from './command.ts'
import { deliverLater, moodOf } from './deliveries.ts'
import { FAULTS, faultsMet, forgetFaults, planFault } from './faults.ts'
import { addWebhookEndpoint } from './webhook-endpoints.ts'
import type { World } from './world.ts'

export function openControl(world: World, deliveries: { sendDue(): Promise<void> }) {
  return async (request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> => {
    const name = new URL(request.url ?? '/', 'http://double').pathname.replace('/_double/', '')
    const command = commands[name]
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    if (command === undefined) return answer(404, { error: `no such command: ${name}` })
    letTimePass(world, world.nowMs())
    try {
      const sent: unknown = body.length === 0 ? {} : JSON.parse(body.toString('utf8'))
      const done = command(world, sent)
      // Who moves the clock, or does something in the dashboard, may rely on its webhooks having been sent.
      await deliveries.sendDue()
      answer(200, done ?? {})
    } catch (error) {
      answer(400, { error: error instanceof Error ? error.message : String(error) })
    }
  }
}

const share = z.number().min(0).max(1)
const count = z.int().min(0)

const commands: Readonly<Record<string, Command>> = {
  health: command(z.object({}), (world) => ({ now: world.nowSeconds() })),

  /** Forward only; what becomes due on the way happens in its order. */
  clock: command(
    z.strictObject({
      advance_seconds: count.optional(),
      now: count.optional(),
      is_standing: z.boolean().optional(),
    }),
    (world, { advance_seconds = 0, now, is_standing = world.isClockStanding() }) => {
      // Asked once: where the clock runs, a millisecond may pass meanwhile.
      const from = world.nowMs()
      const to = now === undefined ? from + advance_seconds * 1000 : now * 1000
      if (to < from) throw new Error('the clock goes forward only')
      letTimePass(world, to)
      world.setClock(to, is_standing)
      return { now: world.nowSeconds() }
    },
  ),

  /** The next `times` calls of `on` meet this. */
  fault: command(
    z.strictObject({
      on: z.string().default('*'),
      kind: z.enum(FAULTS),
      times: count.default(1),
      ms: count.default(0),
    }),
    planFault,
  ),
  /** From now on every call meets each fault with this share. */
  chaos: command(
    z.strictObject({
      seed: z.int().optional(),
      ms: count.optional(),
      ...Object.fromEntries(FAULTS.map((kind) => [kind, share.optional()])),
    }),
    (world, chaos) => world.setNote('fault', 'chaos', chaos),
  ),
  faults_met: command(z.strictObject({}), faultsMet),
  calm: command(z.strictObject({}), (world) => {
    forgetFaults(world)
    world.setNote('setting', 'webhooks', {})
  }),
  settings: command(
    z.strictObject({
      fee_delay_seconds: count.optional(),
      debit_days: count.optional(),
      refund_days: count.optional(),
      payout_days: count.optional(),
      withheld_cents: count.optional(),
      is_balance_watched: z.boolean().optional(),
      may_transfer_only: z.boolean().optional(),
      is_reserve_connected: z.boolean().optional(),
      seed: z.int().optional(),
    }),
    (world, settings) => {
      for (const [name, value] of Object.entries(settings)) world.setNote('setting', name, value)
    },
  ),

  webhooks: command(
    z.strictObject({
      lost: share.optional(),
      twice: share.optional(),
      delayMs: count.optional(),
      isBeforeAnswer: z.boolean().optional(),
      isPaused: z.boolean().optional(),
    }),
    (world, mood) => world.setNote('setting', 'webhooks', { ...moodOf(world), ...mood }),
  ),
  webhook_endpoint: command(
    z.strictObject({
      url: z.url(),
      secret: z.string().optional(),
      connect: z.boolean().default(false),
      enabled_events: z.array(z.string()).default(['*']),
    }),
    (world, { secret, ...endpoint }) => addWebhookEndpoint(world, { ...endpoint }, secret),
  ),
  /** An event again, or as the other mode has it: a test event on a live endpoint. */
  send_event: command(
    z.strictObject({ id: z.string(), livemode: z.boolean().optional(), times: count.default(1) }),
    (world, { id, livemode, times }) => {
      const event = world.find('event', id, world.ownerOf(id))
      if (event === undefined) throw new Error(`no such event: ${id}`)
      const sent = livemode === undefined ? event : { ...event, id: world.newId('evt'), livemode }
      if (sent !== event) world.save('event', sent, world.ownerOf(id))
      const isConnect = event.account !== undefined
      for (const endpoint of world.all('webhook_endpoint'))
        if ((world.note(endpoint.id, 'is_connect') === true) === isConnect)
          for (let time = 0; time < times; time += 1) deliverLater(world, sent.id, endpoint.id)
      return { id: sent.id }
    },
  ),
  deliveries: command(z.strictObject({}), (world) => ({
    data: world.rows('select event, endpoint, state, tries from delivery order by seq'),
  })),

  /** Everything there is of a kind, for proofs at the end. */
  objects: command(
    z.strictObject({ kind: z.string(), owner: z.string().nullable().default(null) }),
    (world, { kind, owner }) => ({
      data: world
        .rows('select body from object where kind = ? and owner is ? order by seq', kind, owner)
        .map((row): unknown => JSON.parse(String(row['body']))),
    }),
  ),
  ...accountCommands,
  ...bankCommands,
}
