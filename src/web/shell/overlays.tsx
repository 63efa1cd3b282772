/** Mounts the global prompt and the notices; each is downloaded when the first one opens. */
import { lazy, Suspense } from 'react'
import { loadChunk } from '#web/builds/chunk-reload.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { dismissNotice, useNotice } from '#web/ui/dialogs/notice.ts'
import { useOpenPrompt } from '#web/ui/dialogs/prompt.ts'

const PromptDialog = lazy(async () => ({
  default: (await loadChunk(() => import('#web/ui/dialogs/prompt-dialog.tsx'))).PromptDialog,
}))
const NoticeDialog = lazy(async () => ({
  default: (await loadChunk(() => import('#web/ui/dialogs/notice-dialog.tsx'))).NoticeDialog,
}))

export function Overlays() {
  const prompt = useOpenPrompt()
  const notice = useNotice()
  return (
    <Suspense fallback={null}>
      {prompt && (
        <PartBoundary key={prompt.id} onMissing={prompt.answer}>
          <PromptDialog {...prompt} />
        </PartBoundary>
      )}
      {notice && (
        <PartBoundary key={`${notice.title}${notice.body?.join()}`} onMissing={dismissNotice} isQuiet>
          <NoticeDialog {...notice} />
        </PartBoundary>
      )}
    </Suspense>
  )
}
