/** What the embedded provider keeps of each kind of object: its states and its data, as read back from JSON. */
import { z } from 'zod'
import { cents } from '#domain/money.ts'
import { type Instant, instant } from '#domain/time.ts'
import { ProviderFailure } from '../payments/failure.ts'

const money = z.int().transform(cents)
const moment = z.number().transform(instant)
const optionalText = z.string().nullable()

const card = z.object({
  kind: z.enum(['card', 'bank_account']).default('card'),
  brand: z.string(),
  last4: z.string(),
  expiresMonth: z.int().nullable(),
  expiresYear: z.int().nullable(),
  fingerprint: z.string(),
  declinesSaving: optionalText.default(null),
  declinesCharges: optionalText.default(null),
  asksAtSaving: z.boolean().default(false),
  asksAtCharging: z.boolean().default(false),
  /** Why the bank behind an account returns what is drawn from it, days later. */
  returnsDebits: optionalText.default(null),
})

/** What will become of an object by itself: the next steps with their time, and the provider's word for the reason. */
function staged<State extends z.ZodType, Data extends z.ZodType>(state: State, data: Data) {
  return z.object({
    state,
    data,
    plan: z.array(z.object({ at: moment, to: state, word: optionalText })),
  })
}

const customer = staged(z.enum(['open']), z.object({ email: z.string(), name: z.string() }))
const setup = staged(
  z.enum(['open', 'filled', 'declined', 'saved']),
  z.object({
    card: card.nullable(),
    clientSecret: z.string(),
    /** Null as long as the holder has not answered. */
    isApproved: z.boolean().nullable(),
    methodId: z.string().nullable(),
    /** Cards alone, where nobody has said otherwise. */
    takesBankAccounts: z.boolean().default(false),
  }),
)
const method = staged(z.enum(['attached', 'detached']), card)
const intent = staged(
  z.enum([
    'created',
    'requires_action',
    'processing',
    'succeeded',
    'declined',
    'canceled',
    'held',
    'released',
    'expired',
  ]),
  z.object({
    isHold: z.boolean(),
    customerId: z.string(),
    attempt: z.int(),
    clientSecret: z.string(),
    method: z.object({ kind: z.enum(['card', 'bank_account']), brand: z.string(), last4: z.string() }),
    declineCode: optionalText,
    heldUntil: moment.nullable(),
    capturedCents: money.nullable(),
    feeKnownAt: moment.nullable(),
  }),
)
const capture = staged(z.enum(['succeeded', 'failed']), z.object({ why: optionalText }))
const refund = staged(z.enum(['pending', 'succeeded', 'failed']), z.object({ failure: optionalText }))
const account = staged(
  z.enum(['pending', 'ready', 'restricted']),
  z.object({
    email: z.string(),
    requirements: z.array(z.string()),
    deadline: moment.nullable(),
    disabledReason: optionalText,
    bank: z
      .object({
        name: z.string(),
        last4: z.string(),
        fingerprint: z.string(),
        canBePaidInstantly: z.boolean(),
        failsPayouts: optionalText,
      })
      .nullable(),
  }),
)
const link = staged(z.enum(['open', 'used']), z.object({ returnUrl: z.string() }))
const transfer = staged(
  z.enum(['made']),
  z.object({ sourceIntentId: optionalText, reversedCents: money, arrivesAt: moment }),
)
const reversal = staged(z.enum(['made']), z.object({}))
const payout = staged(
  z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  z.object({ speed: z.enum(['standard', 'instant']), arrivesAt: moment, failure: optionalText }),
)
const chargeback = staged(
  z.enum(['needs_evidence', 'under_review', 'won', 'lost']),
  z.object({
    reason: z.string(),
    feeCents: money,
    evidenceDueAt: moment,
    evidence: optionalText,
    isReturn: z.boolean().default(false),
  }),
)
const warning = staged(z.enum(['open']), z.object({ isActionable: z.boolean() }))
const event = staged(
  z.enum(['due', 'delivered']),
  z.object({ type: z.string(), objectId: z.string(), accountId: optionalText }),
)
const movement = staged(
  z.enum(['made']),
  z.object({
    kind: z.enum([
      'charge',
      'refund',
      'refund_failed',
      'transfer',
      'reversal',
      'chargeback',
      'chargeback_won',
      'fee',
      'platform_payout',
      'adjustment',
    ]),
    feeCents: z.int(),
    objectId: optionalText,
    reference: optionalText,
    availableAt: moment,
  }),
)

const SHAPES = {
  customer,
  setup,
  method,
  intent,
  capture,
  refund,
  account,
  link,
  transfer,
  reversal,
  payout,
  chargeback,
  warning,
  event,
  movement,
}

export type BankObjectKind = keyof typeof SHAPES
type Parsed = { [Kind in BankObjectKind]: z.infer<(typeof SHAPES)[Kind]> }
export type BankState<Kind extends BankObjectKind> = Parsed[Kind]['state']
export type BankData<Kind extends BankObjectKind> = Parsed[Kind]['data']
export type BankStep<Kind extends BankObjectKind> = {
  readonly at: Instant
  readonly to: BankState<Kind>
  readonly word: string | null
}
export type BankShape<Kind extends BankObjectKind> = {
  readonly state: BankState<Kind>
  readonly data: BankData<Kind>
  readonly plan: readonly BankStep<Kind>[]
}
export type BankCard = z.infer<typeof card>

type Readers = { readonly [Kind in BankObjectKind]: (row: unknown) => BankShape<Kind> }
const READERS: Readers = {
  customer: (row) => known(customer, row),
  setup: (row) => known(setup, row),
  method: (row) => known(method, row),
  intent: (row) => known(intent, row),
  capture: (row) => known(capture, row),
  refund: (row) => known(refund, row),
  account: (row) => known(account, row),
  link: (row) => known(link, row),
  transfer: (row) => known(transfer, row),
  reversal: (row) => known(reversal, row),
  payout: (row) => known(payout, row),
  chargeback: (row) => known(chargeback, row),
  warning: (row) => known(warning, row),
  event: (row) => known(event, row),
  movement: (row) => known(movement, row),
}

/** Throws `contract` where a row is not of its kind's shape, as an adapter does that reads a word it does not know. */
export function shapeOf<Kind extends BankObjectKind>(kind: Kind, row: unknown): BankShape<Kind> {
  return READERS[kind](row)
}

function known<Shape extends z.ZodType>(shape: Shape, row: unknown): z.infer<Shape> {
  const read = shape.safeParse(row)
  if (!read.success) throw new ProviderFailure('contract', z.prettifyError(read.error))
  return read.data
}
