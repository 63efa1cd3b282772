/** What reading from Hospitable needs of the environment; all of it or nothing. */
import { z } from 'zod'
import { keysOf } from '#domain/keys.ts'

export const HOSPITABLE_VARIABLES = {
  HOSPITABLE_CLIENT_ID: z
    .string()
    .regex(/^[\w-]{8,100}$/, 'It is the id of our app in the partner portal')
    .optional(),
  HOSPITABLE_CLIENT_SECRET: z.string().min(16, 'It has at least 16 characters').optional(),
  HOSPITABLE_WEBHOOK_SECRET: z.string().min(6, 'It has at least 6 characters').optional(),
  HOSPITABLE_API_BASE: z.url().optional(),
  HOSPITABLE_AUTH_BASE: z.url().optional(),
}

const HOSPITABLE_NAMES = [
  'HOSPITABLE_CLIENT_ID',
  'HOSPITABLE_CLIENT_SECRET',
  'HOSPITABLE_WEBHOOK_SECRET',
] as const

/** All three or none. Tokens of customers go to these addresses, so in production only by https. */
export function hospitableKeys(
  values: { readonly [Name in (typeof HOSPITABLE_NAMES)[number]]?: string | undefined } & {
    readonly HOSPITABLE_API_BASE?: string | undefined
    readonly HOSPITABLE_AUTH_BASE?: string | undefined
  },
  isProduction: boolean,
) {
  const bases = {
    HOSPITABLE_API_BASE: values.HOSPITABLE_API_BASE ?? 'https://public.api.hospitable.com/v2',
    HOSPITABLE_AUTH_BASE: values.HOSPITABLE_AUTH_BASE ?? 'https://auth.hospitable.com',
  }
  const missing = HOSPITABLE_NAMES.filter((name) => values[name] === undefined)
  if (missing.length === HOSPITABLE_NAMES.length) {
    const useless = keysOf(bases).find((name) => values[name] !== undefined)
    if (useless === undefined) return null
    throw new Error(`${useless} is of no use without ${HOSPITABLE_NAMES.join(', ')}.`)
  }
  const {
    HOSPITABLE_CLIENT_ID: clientId,
    HOSPITABLE_CLIENT_SECRET: clientSecret,
    HOSPITABLE_WEBHOOK_SECRET: webhookSecret,
  } = values
  if (!clientId || !clientSecret || !webhookSecret)
    throw new Error(`Hospitable needs ${missing.join(' and ')} as well.`)
  for (const [name, address] of Object.entries(bases))
    if (isProduction && !address.startsWith('https:'))
      throw new Error(`The environment variable ${name} is not right: in production it begins with https.`)
  const withoutSlash = (address: string) => address.replace(/\/+$/, '')
  return {
    clientId,
    clientSecret,
    webhookSecret,
    apiBase: withoutSlash(bases.HOSPITABLE_API_BASE),
    authBase: withoutSlash(bases.HOSPITABLE_AUTH_BASE),
  }
}
