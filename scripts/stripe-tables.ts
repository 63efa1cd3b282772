/**
 * `node scripts/stripe-tables.ts FIXTURES.json`: writes what the double of Stripe's API is held to.
 * `data/stripe/parameters.json` has the parameters of each endpoint as the types of the `stripe` package declare them;
 * `data/stripe/objects.json` the fields of each object, with the types of their values in Stripe's own example objects
 * (`openapi/fixtures3.json` of github.com/stripe/openapi), as far as the version of the package still has the field.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENDPOINTS } from '../src/testing/stripe/endpoint-names.ts'
import { kindOf } from '../src/testing/stripe/shapes.ts'
import { root } from './command.js'
import { declarationsIn, type Schema, schemaOf } from './stripe-types.ts'

const RESOURCES = join(dirname(fileURLToPath(import.meta.resolve('stripe'))), 'resources')
/** As the example objects call them, and the types of the package. */
const OBJECTS: Readonly<Record<string, string>> = {
  account: 'Accounts.Account',
  account_link: 'AccountLinks.AccountLink',
  balance: 'Balance.Balance',
  balance_transaction: 'BalanceTransactions.BalanceTransaction',
  bank_account: 'BankAccounts.BankAccount',
  capability: 'Capabilities.Capability',
  card: 'Cards.Card',
  charge: 'Charges.Charge',
  customer: 'Customers.Customer',
  dispute: 'Disputes.Dispute',
  event: 'Events.EventBase',
  file: 'Files.File',
  mandate: 'Mandates.Mandate',
  payment_intent: 'PaymentIntents.PaymentIntent',
  payment_method: 'PaymentMethods.PaymentMethod',
  payout: 'Payouts.Payout',
  'radar.early_fraud_warning': 'Radar/EarlyFraudWarnings.EarlyFraudWarning',
  refund: 'Refunds.Refund',
  setup_intent: 'SetupIntents.SetupIntent',
  transfer: 'Transfers.Transfer',
  transfer_reversal: 'TransferReversals.TransferReversal',
  webhook_endpoint: 'WebhookEndpoints.WebhookEndpoint',
}

/** `{ endpoints: { 'POST /v1/refunds': schema }, shared: [schema] }`; `{ "shared": 3 }` stands for the third. */
export function drawParameters(): string {
  const typeOf = parameterTypes()
  const endpoints = ENDPOINTS.map((endpoint) => {
    const type = typeOf.get(endpoint)
    if (type === undefined) throw new Error(`the package has no ${endpoint}`)
    const schema = schemaOf(declarationsOf(type.file), type.name)
    if (schema === 'any') throw new Error(`${endpoint} takes ${type.name}, which is not declared`)
    return [endpoint, schema] as const
  })
  return writeShared(Object.fromEntries(endpoints))
}

/** `{ charge: { amount: ['number'], customer: ['null', 'string'] } }`; what is optional in the package ends in `?`. */
function drawObjects(fixtures: string): string {
  const { resources }: { resources: Record<string, object> } = JSON.parse(fixtures)
  const objects = Object.entries(OBJECTS).map(([object, type]) => {
    const [file, name] = type.split('.')
    const schema = schemaOf(declarationsOf(file!), name!, 1)
    if (typeof schema !== 'object' || !('fields' in schema)) throw new Error(`${type} is no object`)
    const fields = Object.entries(resources[object] ?? {})
      .filter(([field]) => schema.fields[field] !== undefined)
      .map(([field, value]) => [
        schema.required.includes(field) ? field : `${field}?`,
        [...new Set([kindOf(value), ...kindsOf(schema.fields[field]!)])].sort(),
      ])
    return `${JSON.stringify(object)}: ${JSON.stringify(Object.fromEntries(fields))}`
  })
  return `{\n${objects.join(',\n')}\n}\n`
}

/** What an example happens not to show: it has one value, the type all of them. */
function kindsOf(schema: Schema): string[] {
  if (typeof schema === 'string') return [KINDS[schema] ?? schema]
  if ('anyOf' in schema) return schema.anyOf.flatMap(kindsOf)
  if ('enum' in schema) return ['string']
  return ['list' in schema ? 'list' : 'object']
}

const KINDS: Readonly<Record<string, string>> = { integer: 'number', empty: 'null', any: 'object' }

/** From `POST /v1/refunds/:id` to the type of what it takes: the address stands in the code, the type in the declarations. */
function parameterTypes(): Map<string, { file: string; name: string }> {
  const files = ['', 'Radar/'].flatMap((folder) =>
    readdirSync(join(RESOURCES, folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => folder + name.slice(0, -3)),
  )
  return new Map(files.flatMap((file) => parameterTypesIn(file)))
}

function parameterTypesIn(file: string): [string, { file: string; name: string }][] {
  const code = readFileSync(join(RESOURCES, `${file}.js`), 'utf8')
  const types = readFileSync(join(RESOURCES, `${file}.d.ts`), 'utf8')
  return code.split(/^ {4}(?=\w+\(.*\) \{$)/m).flatMap((method) => {
    const [name] = /^\w+/.exec(method) ?? []
    const [, type] = new RegExp(`^ {4}${name}\\(.*\\bparams\\??: ([\\w.]+)`, 'm').exec(types) ?? []
    if (type === undefined) return []
    return [...method.matchAll(/_makeRequest\('([A-Z]+)', ['`]([^'`]+)['`]/g)].map(
      ([, verb, path]): [string, { file: string; name: string }] => [
        `${verb} ${path!.replaceAll(/\$\{[^}]*\}/g, ':id')}`,
        { file, name: type },
      ],
    )
  })
}

function declarationsOf(file: string) {
  const shared = readFileSync(join(RESOURCES, '../shared.d.ts'), 'utf8')
  return declarationsIn(`${readFileSync(join(RESOURCES, `${file}.d.ts`), 'utf8')}\n${shared}`)
}

function writeShared(endpoints: Record<string, Schema>): string {
  const seen = new Map<string, number>()
  const count = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    const key = JSON.stringify(schema)
    seen.set(key, (seen.get(key) ?? 0) + 1)
    if (seen.get(key) === 1) for (const inside of Object.values(schema)) count(inside)
  }
  for (const schema of Object.values(endpoints)) count(schema)
  const shared = [...seen].filter(([key, times]) => isSchema(key) && times > 1 && key.length > 100)
  const numbers = new Map(shared.map(([key], at) => [key, at]))
  const shorten = (schema: unknown, isTop = false): unknown => {
    if (typeof schema !== 'object' || schema === null) return schema
    const number = numbers.get(JSON.stringify(schema))
    if (number !== undefined && !isTop) return { shared: number }
    if (Array.isArray(schema)) return schema.map((inside) => shorten(inside))
    return Object.fromEntries(Object.entries(schema).map(([name, inside]) => [name, shorten(inside)]))
  }
  const lines = Object.entries(endpoints).map(
    ([endpoint, schema]) => `${JSON.stringify(endpoint)}: ${JSON.stringify(shorten(schema, true))}`,
  )
  const parts = shared.map(([key]) => JSON.stringify(shorten(JSON.parse(key), true)))
  return `{"endpoints": {\n${lines.join(',\n')}\n},\n"shared": [\n${parts.join(',\n')}\n]}\n`
}

function isSchema(key: string): boolean {
  return /^\{"(enum|list|map|fields|anyOf)":/.test(key)
}

if (import.meta.main) {
  const fixtures = process.argv[2]
  if (fixtures === undefined) throw new Error('node scripts/stripe-tables.ts FIXTURES.json')
  writeFileSync(join(root, 'data/stripe/parameters.json'), drawParameters())
  writeFileSync(join(root, 'data/stripe/objects.json'), drawObjects(readFileSync(fixtures, 'utf8')))
}
