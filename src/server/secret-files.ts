/**
 * Secrets out of files, as systemd (`LoadCredential`), Docker and Kubernetes hand them over: `CREW_SECRET_FILE` names
 * the file that holds `CREW_SECRET`. Whoever reads the environment of the process sees only where it lies.
 */
import { readFileSync } from 'node:fs'

const SECRETS = [
  'CREW_SECRET',
  'CREW_FORMER_SECRETS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READS_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'HOSPITABLE_CLIENT_SECRET',
  'HOSPITABLE_WEBHOOK_SECRET',
] as const

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with what its files hold. Throws Error with one sentence where one cannot be read, or is given twice. */
export function withSecretFiles(environment: Environment): Environment {
  const read = SECRETS.flatMap((name) => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name])
      throw new Error(
        `Both ${name} and ${name}_FILE are set: take one of them away, so that it is clear which holds.`,
      )
    return [[name, contentOf(`${name}_FILE`, path)] as const]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

/** Without the end of line that most editors leave. */
function contentOf(variable: string, path: string): string {
  let content: string
  try {
    content = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(`The file that ${variable} names cannot be read${code}: ${path}`, { cause: error })
  }
  if (content === '') throw new Error(`The file that ${variable} names is empty: ${path}`)
  return content
}
