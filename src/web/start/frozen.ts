/** The frozen dialog of seed §8: until when, the notes, and whom to ask. */
import type { QueryClient } from '@tanstack/react-query'
import { DEFAULT_TIME_ZONE } from '#domain/time.ts'
import { endpointQuery } from '#web/api.ts'
import type { User } from '#web/session/user.ts'
import { formatIn } from '#web/text/format.ts'
import { currentLanguage, currentText } from '#web/text/store.ts'
import type { Notice } from '#web/ui/dialogs/notice.ts'

export async function frozenNotice(user: User, client: QueryClient): Promise<Notice> {
  const config = await client.fetchQuery(endpointQuery('GET /api/config')).catch(() => undefined)
  const { frozen } = currentText().shell
  const until = formatIn(currentLanguage()).dateTime(
    user.frozen_until ?? '',
    user.time_zone ?? DEFAULT_TIME_ZONE,
  )
  const lines = [frozen.until(until), user.frozen_notes ?? '', frozen.inError(config?.supportEmail ?? '')]
  return { title: frozen.title, body: lines.filter((line) => line !== '') }
}
