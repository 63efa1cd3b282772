import { call } from '#web/api.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

/** Another city's pages, from the beginning: nothing of the one before stays in the cache or the stream. */
export async function putOnDesk(marketId: string, path: string): Promise<void> {
  try {
    await call('POST /api/use-market', { body: { marketId } })
    location.assign(path)
  } catch (error) {
    showToast(error instanceof Error ? error.message : '', { tone: 'danger' })
  }
}
