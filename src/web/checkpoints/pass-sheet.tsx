/** Where the camera does not help: the code below the square, typed. */
import { readCheckpointCode } from '#domain/complexes/checkpoints.ts'
import type { ActPlace } from '#web/offline/queue/acts.ts'
import { useText } from '#web/text/store.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { keepPass } from './keep-pass.ts'

export function PassSheet({ place, onClose }: { place: ActPlace; onClose: () => void }) {
  const texts = useText().complexes.points
  const draft = useDraft({ code: '' })
  const submit = async () => {
    const { code } = draft.values
    if (readCheckpointCode(code) === null) throw new FormRefusal(texts.notCode)
    await keepPass(place, { code, isTyped: true }).catch(() => {
      throw new FormRefusal(texts.notKept)
    })
    draft.reset()
    if (!navigator.onLine) showToast(texts.kept)
    onClose()
  }
  return (
    <Dialog title={texts.enterTitle} isOpen onClose={onClose} isSheet>
      <Form onSubmit={submit} submitLabel={texts.send} isWide>
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          {...draft.field('code')}
        />
      </Form>
    </Dialog>
  )
}
