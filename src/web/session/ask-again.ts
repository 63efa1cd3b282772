/** Money and credentials ask again who it is, after 15 minutes (threats, sessions): by the password, or by a code. */
import type { QueryClient } from '@tanstack/react-query'
import { codeIn, DEMO_CODE } from '#domain/accounts/sign-in-code.ts'
import { ApiError, call, endpointQuery, type Reply } from '#web/api.ts'
import { currentText, loadAreas } from '#web/text/store.ts'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { PageConfig } from './config.ts'

type Ways = Reply<'GET /api/sign-in-ways'>

/** Answers true when the call is worth repeating. */
export async function askAgain(client: QueryClient): Promise<boolean> {
  const ways = await orToast(() => call('GET /api/sign-in-ways'))
  if (ways === null) return false
  const { canUsePasskeys, confirmByPasskey } = await import('./passkey.ts')
  if (ways.passkeys > 0 && canUsePasskeys()) {
    const given = await askPasskey(ways, confirmByPasskey)
    if (given !== 'another way') return given
  }
  if (ways.hasPassword) return askPassword(ways.email)
  return askCode(client, ways)
}

/** By a button, since browsers open their own dialog only for somebody who pressed one. */
async function askPasskey(ways: Ways, confirm: () => Promise<boolean>): Promise<boolean | 'another way'> {
  await loadAreas(['signIn'])
  const { again } = currentText().signIn.passkeys
  const hasAnother = ways.hasPassword || ways.phone !== null || ways.email !== null
  let wantsAnother = false
  let isConfirmed = false
  const isClosed = !(await confirmPrompt({
    title: again.title,
    body: again.body,
    submitLabel: again.submit,
    onSubmit: async () => {
      isConfirmed = await confirm()
    },
    ...(hasAnother
      ? { otherWay: { label: again.otherWay, onChoose: async () => (wantsAnother = true) } }
      : {}),
  }))
  if (wantsAnother) return 'another way'
  return !isClosed && isConfirmed
}

/** Who does not know it signs in by a mailed link in this browser instead: that session is a fresh one. */
async function askPassword(email: string | null): Promise<boolean> {
  await loadAreas(['signIn'])
  const { session, signIn } = currentText()
  const texts = signIn.passwordAgain
  let isMailed = false
  const mailLink = async (to: string) => {
    isMailed = (await orToast(() => call('POST /api/request-sign-in-link', { body: { email: to } }))) !== null
    return isMailed
  }
  const values = await openPrompt({
    title: texts.title,
    body: texts.body,
    inputs: [{ name: 'password', label: session.password, kind: 'password' }],
    submitLabel: texts.submit,
    onSubmit: (given) => call('POST /api/confirm-password', { body: { password: given['password'] ?? '' } }),
    ...(email === null ? {} : { otherWay: { label: texts.byLink, onChoose: () => mailLink(email) } }),
  })
  if (values !== undefined) return true
  if (!isMailed || email === null) return false
  return confirmPrompt({
    title: texts.mailed.title,
    body: texts.mailed.body(email),
    submitLabel: texts.submit,
  })
}

async function askCode(client: QueryClient, { phone, email }: Ways): Promise<boolean> {
  const body = phone !== null ? { phone } : email !== null ? { email } : null
  if (body === null) return false
  return askForCode(client, body, (given) => call('POST /api/confirm-code', { body: given }))
}

/** Sends a code there and asks for it. False where it was not given, or none could be sent. */
export async function askForCode(
  client: QueryClient,
  to: { readonly phone: string } | { readonly email: string },
  onGiven: (given: { readonly token: string; readonly code: string }) => Promise<unknown>,
): Promise<boolean> {
  await loadAreas(['signIn'])
  const { signIn: texts } = currentText()
  const sent = await orToast(() => call('POST /api/send-code', { body: to }))
  if (sent === null) return false
  const config = client.getQueryData<PageConfig>(endpointQuery('GET /api/config').queryKey)
  const sentence = texts.askAgain.body('phone' in to ? to.phone : to.email)
  const values = await openPrompt({
    title: texts.askAgain.title,
    body: config?.isDemo ? `${sentence}\n\n${texts.demo(DEMO_CODE)}` : sentence,
    inputs: [{ name: 'code', label: texts.code, kind: 'code' }],
    submitLabel: texts.check,
    onSubmit: (given) => onGiven({ token: sent.token, code: codeIn(given['code'] ?? '') }),
  })
  return values !== undefined
}

async function orToast<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast(error.message, { tone: 'danger' })
    return null
  }
}
