/** Client errors become lines in the log: bounded, without secrets, findable by a fixed code. */
import { randomUUID } from 'node:crypto'
import { pageAt } from '#contract/pages.ts'
import type { App } from '../app.ts'
import type { UserScope } from '../scope.ts'

type ScreenError = {
  readonly message: string
  readonly stack?: string | undefined
  readonly path: string
  readonly buildId?: string | null | undefined
  readonly userAgent: string
}

/** Answers the reference that people tell support; it stands in the log. */
export function logScreenError(app: App, scope: UserScope | null, error: ScreenError) {
  const reference = randomUUID().slice(0, 8)
  app.log.error(
    {
      code: 'screen_broken',
      reference,
      userId: scope?.userId ?? null,
      page: pageAt(error.path) ?? 'unknown',
      screenMessage: withoutSecrets(error.message),
      screenStack: withoutSecrets(error.stack ?? ''),
      buildId: error.buildId ?? null,
      userAgent: error.userAgent.slice(0, 300),
    },
    'a screen broke',
  )
  return { reference }
}

type PolicyViolation = {
  readonly directive: unknown
  readonly blocked: unknown
  readonly page: unknown
  readonly userAgent: string
}

export function logPolicyViolation(app: App, { directive, blocked, page, userAgent }: PolicyViolation): void {
  app.log.warn(
    {
      code: 'policy_violated',
      directive: withoutSecrets(textOf(directive)).slice(0, 100),
      blocked: originOf(textOf(blocked)),
      page: pageAt(pathOf(textOf(page))) ?? 'unknown',
      userAgent: userAgent.slice(0, 300),
    },
    'the content policy stopped something',
  )
}

/** Queries, long random words, e-mail addresses and control characters do not reach the log. */
function withoutSecrets(text: string): string {
  return text
    .replaceAll(/[?#][^\s)'"]*/g, '')
    .replaceAll(/[^\s@<>()'"]{1,64}@[^\s@<>()'"]{1,255}/g, '…')
    .replaceAll(/[A-Za-z0-9_-]{32,}/g, '…')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' | ')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? ''
}

/** `inline`, `eval` and the like stay as they are; of addresses only whose they are. */
function originOf(blocked: string): string {
  return URL.parse(blocked)?.origin ?? withoutSecrets(blocked).slice(0, 100)
}
