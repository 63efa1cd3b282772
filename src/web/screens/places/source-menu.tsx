/** What the host does with one of its calendars. */
import { type Reply, useAction } from '#web/api.ts'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { useText } from '#web/text/store.ts'
import { Menu } from '#web/ui/dialogs/menu.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { Reading } from './use-end-of-reading.ts'

const SOURCES = ['GET /api/stay-sources'] as const

type SourceMenuProps = {
  source: Reply<'GET /api/stay-sources'>['sources'][number]
  onPull: (reading: Reading) => void
}

export function SourceMenu({ source, onPull }: SourceMenuProps) {
  const { id: sourceId, isPaused, platform, feed } = source
  const texts = useText().places.calendars
  const pull = useAction('POST /api/pull-feed', { refreshes: SOURCES })
  const pause = useAction('POST /api/pause-feed', { refreshes: SOURCES })
  const remove = useAction('POST /api/remove-feed', { refreshes: SOURCES })
  const pullIt = async () => {
    await pull.mutateAsync({ body: { sourceId } })
    onPull({ sourceId, readAt: feed?.readAt ?? null })
    showToast(texts.pulled)
  }
  const keepStays = async () => {
    try {
      await remove.mutateAsync({ body: { sourceId, keepsStays: true } })
      showToast(texts.removedKept)
      return true
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
      return false
    }
  }
  const removeIt = async () => {
    const isCancelled = await confirmPrompt({
      title: texts.removeTitle,
      body: texts.removeBody,
      submitLabel: texts.removeAll,
      isDanger: true,
      onSubmit: () => remove.mutateAsync({ body: { sourceId, keepsStays: false } }),
      otherWay: { label: texts.removeOnly, onChoose: keepStays },
    })
    if (isCancelled) showToast(texts.removed)
  }
  const mayHere = useMayHere()
  if (!mayHere('schedule')) return null
  const turn = () => void pause.mutateAsync({ body: { sourceId, isPaused: !isPaused } })
  return (
    <Menu
      label={texts.menu(texts.platforms[platform])}
      items={[
        ...(isPaused ? [] : [{ label: texts.pull, icon: 'undo' as const, onSelect: () => void pullIt() }]),
        { label: isPaused ? texts.resume : texts.pause, icon: 'pause', onSelect: turn },
        ...(mayHere('places')
          ? [{ label: texts.remove, icon: 'bin' as const, isDanger: true, onSelect: () => void removeIt() }]
          : []),
      ]}
    />
  )
}
