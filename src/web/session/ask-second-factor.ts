/** Owners and finance give a second factor before they change money or who may: a passkey, or a code of an app. */
import { ApiError, call } from '#web/api.ts'
import { currentText, loadAreas } from '#web/text/store.ts'
import { confirmPrompt, openPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { linkTo } from '#web/urls.ts'

/** Answers true when the call is worth repeating. Whoever has none is led to where one is set up. */
export async function askSecondFactor(goTo: (path: string) => void): Promise<boolean> {
  try {
    const [own, { canUsePasskeys, confirmByPasskey }] = await Promise.all([
      call('GET /api/second-factor'),
      import('./passkey.ts'),
      loadAreas(['signIn']),
    ])
    if (own.hasApp) return await askCode()
    if (own.passkeys > 0 && canUsePasskeys()) return await askPasskey(confirmByPasskey)
    return await leadToSetup(goTo)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast(error.message, { tone: 'danger' })
    return false
  }
}

async function askCode(): Promise<boolean> {
  const texts = currentText().signIn.secondFactor
  const given = await openPrompt({
    title: texts.title,
    body: texts.code,
    inputs: [{ name: 'code', label: currentText().signIn.code }],
    submitLabel: texts.submit,
    onSubmit: ({ code = '' }) => call('POST /api/give-second-factor', { body: { code } }),
  })
  return given !== undefined
}

async function askPasskey(confirm: () => Promise<boolean>): Promise<boolean> {
  const texts = currentText().signIn.secondFactor
  let isConfirmed = false
  await confirmPrompt({
    title: texts.title,
    body: texts.passkey,
    submitLabel: texts.submit,
    onSubmit: async () => {
      isConfirmed = await confirm()
    },
  })
  return isConfirmed
}

async function leadToSetup(goTo: (path: string) => void): Promise<false> {
  const texts = currentText().signIn.secondFactor
  const goes = await confirmPrompt({ title: texts.title, body: texts.none, submitLabel: texts.setUp })
  if (goes) goTo(linkTo('operatorSecurity'))
  return false
}
