/** The environment, read once into one object. A wrong value stops the start with a sentence that names the variable. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { HOSPITABLE_VARIABLES, hospitableKeys } from './hospitable-keys.ts'
import { withSecretFiles } from './secret-files.ts'

const DEVELOPMENT_SECRET = 'development-only-secret-never-for-production'

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  CREW_ENV: z.enum(['development', 'staging', 'production']).default('development'),
  CREW_DATA_DIR: z.string().min(1).default('./data'),
  CREW_ORIGIN: z.url().optional(),
  CREW_SECRET: z.string().min(32).optional(),
  CREW_FORMER_SECRETS: z.string().optional(),
  CREW_TRUSTED_PROXIES: z.string().optional(),
  CREW_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  CREW_DEMO: z.enum(['0', '1', 'true', 'false']).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_READS_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//)
    .optional(),
  SMTP_FROM: z.string().default('Crew <no-reply@crew.localhost>'),
  CREW_FETCH_ALLOW: z.string().optional(),
  OSRM_URL: z.url().optional(),
  PLACES_URL: z.url().optional(),
  MAP_STYLE_URL: z.url().optional(),
  MAP_TILES: z.string().endsWith('.pmtiles', 'It is a file or an address that ends with .pmtiles').optional(),
  MAP_HOSTS: z.string().optional(),
  IMAGE_BASE_URL: z.url().optional(),
  PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/)
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{87}$/, 'It has 87 characters of base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'It has 43 characters of base64url')
    .optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, 'It begins with sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'It begins with pk_live_ or pk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'It begins with whsec_')
    .optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'It begins with whsec_')
    .optional(),
  STRIPE_API_BASE: z.url().optional(),
  ...HOSPITABLE_VARIABLES,
  SUPPORT_EMAIL: z.email().default('support@crew.localhost'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** Throws Error with one sentence when a variable is wrong. */
export function readConfig(environment: Record<string, string | undefined>) {
  const all = withSecretFiles(environment)
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new Error(`The environment variable ${String(issue.path[0])} is not right: ${issue.message}.`)
  }
  const values = parsed.data
  const isProduction = values.CREW_ENV === 'production'
  if (values.CREW_ENV !== 'development' && values.CREW_SECRET === undefined)
    throw new Error(`A ${values.CREW_ENV} start needs CREW_SECRET: at least 32 random characters.`)
  if (isProduction && values.CREW_ORIGIN === undefined)
    throw new Error(
      'A production start needs CREW_ORIGIN: the address that people type, such as https://crew.example.',
    )
  const stripe = stripeKeys(values)
  if (isProduction && stripe === null)
    throw new Error(
      `A production start needs a payment provider: set ${STRIPE_NAMES.join(', ')} (docs/operating.md says where they are found).`,
    )
  const asksForDemo = /^(1|true)$/.test(values.CREW_DEMO ?? '')
  if (asksForDemo && stripe !== null)
    throw new Error('The demo city pays at the embedded provider: take away CREW_DEMO or Stripe’s keys.')
  return {
    environment: values.CREW_ENV,
    isProduction,
    http: {
      port: values.PORT,
      host: values.HOST,
      origin: (values.CREW_ORIGIN ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
      trustedProxies: trustedProxies(values.CREW_TRUSTED_PROXIES),
      isSecure: (values.CREW_ORIGIN ?? '').startsWith('https:'),
      /** How long it goes on answering after it was told to stop, so that who stands in front sees it and asks others. */
      drainMs: values.CREW_DRAIN_SECONDS * 1_000,
    },
    dataDirectory: resolve(values.CREW_DATA_DIR),
    secret: values.CREW_SECRET ?? DEVELOPMENT_SECRET,
    formerSecrets: formerSecrets(values.CREW_FORMER_SECRETS),
    wantsDemo:
      values.CREW_DEMO === undefined ? values.CREW_ENV === 'development' && stripe === null : asksForDemo,
    ...databases(values),
    mail: values.SMTP_URL === undefined ? null : { url: values.SMTP_URL, from: values.SMTP_FROM },
    fetchAllowed: fetchAllowed(values),
    osrmUrl: values.OSRM_URL ?? null,
    placesUrl: values.PLACES_URL ?? null,
    map: {
      styleUrl: values.MAP_STYLE_URL ?? null,
      tiles: mapTiles(values.MAP_TILES),
      /** Whom else browsers may ask for parts of a map. */
      hosts: originsIn('MAP_HOSTS', values.MAP_HOSTS),
    },
    /** Where pictures are fetched from when not from ourselves: a cache in front of us, without a slash at the end. */
    imageBaseUrl: values.IMAGE_BASE_URL?.replace(/\/+$/, '') ?? null,
    pixelId: values.PIXEL_ID ?? null,
    push: pushKeys(values),
    stripe,
    hospitable: hospitableKeys(values, isProduction),
    supportEmail: values.SUPPORT_EMAIL,
    logLevel: values.LOG_LEVEL,
    /** Tells one start from another in logs. */
    processId: randomBytes(4).toString('hex'),
  } as const
}

function databases(values: z.output<typeof environmentSchema>) {
  const { DATABASE_URL: databaseUrl = null, DATABASE_READS_URL: readsDatabaseUrl = null } = values
  if (readsDatabaseUrl !== null && databaseUrl === null)
    throw new Error('DATABASE_READS_URL names a standby of the database of DATABASE_URL, which is not set.')
  return {
    databaseUrl,
    /** PostgreSQL's own address where the other is a pooler's. */
    directDatabaseUrl: values.DATABASE_DIRECT_URL ?? null,
    /** A standby that follows it, for what bears to be a second old. */
    readsDatabaseUrl,
    /** By the role that owns the tables, for migrations; the application works by the role of the other. */
    ownerDatabaseUrl: values.DATABASE_OWNER_URL ?? null,
  }
}

/** What an earlier one signed or sealed opens still; nothing new is signed or sealed by it. */
function formerSecrets(text = ''): readonly string[] {
  const secrets = text.split(',').flatMap((part) => part.trim() || [])
  if (secrets.every((secret) => secret.length >= 32)) return secrets
  throw new Error(
    'The environment variable CREW_FORMER_SECRETS is not right: it is earlier values of CREW_SECRET, with commas between them.',
  )
}

/**
 * Whose word is taken for a caller's address: a number of hops in front of us, or addresses and networks (CIDR). Nobody's
 * by default: whoever may name an address escapes every limit.
 */
function trustedProxies(text = ''): false | number | string[] {
  const parts = text.split(',').map((part) => part.trim())
  if (text.trim() === '') return false
  if (/^[1-9]$/.test(text.trim())) return Number(text)
  const isNetwork = (part: string) => {
    const [address = '', bits = '0'] = part.split('/')
    const longest = isIP(address) === 4 ? 32 : 128
    return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
  }
  if (parts.every(isNetwork)) return parts
  throw new Error(
    'The environment variable CREW_TRUSTED_PROXIES is not right: it is a number of hops (1 to 9), or addresses and networks with commas between them.',
  )
}

/**
 * Origins that may be called though they are not public, or a host and its port by whatever protocol. In production
 * nobody outside may name such a one.
 */
function fetchAllowed({
  CREW_FETCH_ALLOW: text = '',
  CREW_ENV: environment,
}: {
  CREW_FETCH_ALLOW?: string | undefined
  CREW_ENV: string
}): readonly string[] {
  const origins = originsIn('CREW_FETCH_ALLOW', text.split(',').map(originsOfHost).join())
  if (origins.length > 0 && environment === 'production')
    throw new Error('CREW_FETCH_ALLOW is for tests: a production start has none.')
  return origins
}

/** Of `127.0.0.1:4000` both; whatever else is written stays as it is. */
function originsOfHost(part: string): string {
  const host = part.trim()
  const urls = [`http://${host}`, `https://${host}`]
  const isHost = /^[^/@]+:\d+$/.test(host) && urls.every((url) => URL.canParse(url))
  return isHost ? urls.map((url) => new URL(url).origin).join() : host
}

function originsIn(variable: string, text = ''): readonly string[] {
  const origins = text.split(',').flatMap((part) => part.trim() || [])
  if (origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) return origins
  throw new Error(
    `The environment variable ${variable} is not right: it is origins such as http://127.0.0.1:4000, with commas between them.`,
  )
}

/** Where our own file of tiles is served. */
export const MAP_TILES_PATH = '/maps/tiles.pmtiles'

/** Streets as one archive of vector tiles (PMTiles): somewhere else, or a file that we serve ourselves. */
function mapTiles(text: string | undefined): { url: string; file: string | null } | null {
  if (text === undefined) return null
  if (/^https?:\/\//.test(text)) return { url: new URL(text).href, file: null }
  return { url: MAP_TILES_PATH, file: resolve(text) }
}

/** Web Push needs both keys of one pair. */
function pushKeys({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: {
  VAPID_PUBLIC_KEY?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
}) {
  if (publicKey === undefined && privateKey === undefined) return null
  if (publicKey === undefined || privateKey === undefined)
    throw new Error('Web Push needs VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY together.')
  return { publicKey, privateKey }
}

const STRIPE_NAMES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
] as const

/** All four or none (null: the embedded payment provider); a live and a test key together would show one balance and charge on another. */
function stripeKeys(
  values: { readonly [Name in (typeof STRIPE_NAMES)[number]]?: string | undefined } & {
    readonly STRIPE_API_BASE?: string | undefined
  },
) {
  const missing = STRIPE_NAMES.filter((name) => values[name] === undefined)
  if (missing.length === STRIPE_NAMES.length) {
    if (values.STRIPE_API_BASE === undefined) return null
    throw new Error(`STRIPE_API_BASE is of no use without ${STRIPE_NAMES.join(', ')}.`)
  }
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_CONNECT_WEBHOOK_SECRET: connectWebhookSecret,
  } = values
  if (!secretKey || !publishableKey || !webhookSecret || !connectWebhookSecret)
    throw new Error(`Stripe needs ${missing.join(' and ')} as well.`)
  if (modeOf(secretKey) !== modeOf(publishableKey))
    throw new Error(
      `STRIPE_SECRET_KEY is of ${modeOf(secretKey)} mode, STRIPE_PUBLISHABLE_KEY of ${modeOf(publishableKey)} mode: take both from one.`,
    )
  const apiBase = values.STRIPE_API_BASE?.replace(/\/+$/, '') ?? null
  return { secretKey, publishableKey, webhookSecret, connectWebhookSecret, apiBase }
}

function modeOf(key: string): 'live' | 'test' {
  return /^[a-z]+_live_/.test(key) ? 'live' : 'test'
}
