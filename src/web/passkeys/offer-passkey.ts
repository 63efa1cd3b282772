/** Once on a device, after a sign-in by a code: the next one can do without. */
import { call } from '#web/api.ts'
import { addPasskey, hasOwnAuthenticator } from '#web/session/passkey.ts'
import { currentText, loadAreas } from '#web/text/store.ts'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

const OFFERED_KEY = 'crew_passkey_offered'

/** Asks nobody who has one, whose device keeps none, or who was asked. What goes wrong is no matter: it is an offer. */
export async function offerPasskey(): Promise<void> {
  try {
    if (localStorage.getItem(OFFERED_KEY) !== null || !(await hasOwnAuthenticator())) return
    if ((await call('GET /api/sign-in-ways')).passkeys > 0) return
    localStorage.setItem(OFFERED_KEY, '1')
    await loadAreas(['signIn'])
    const { offer, added } = currentText().signIn.passkeys
    let name: string | undefined
    await confirmPrompt({
      title: offer.title,
      body: offer.body,
      submitLabel: offer.submit,
      keepLabel: offer.later,
      onSubmit: async () => {
        name = (await addPasskey())?.name
      },
    })
    if (name !== undefined) showToast(added(name))
  } catch {
    return
  }
}
