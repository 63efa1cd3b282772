/** Saving in two steps where work or crews are touched: first what it does, then the same once more. */
import { useState } from 'react'
import { type CallInput, type Reply, useAction } from '#web/api.ts'

type Asked = CallInput<'POST /api/preview-service'>['body']

export function useServicePreview() {
  const preview = useAction('POST /api/preview-service')
  const [seen, setSeen] = useState<{ asked: string; effect: Reply<'POST /api/preview-service'> }>()
  return {
    /** Undefined as long as just this has not been looked at. */
    effectOf: (asked: Asked) => (seen?.asked === JSON.stringify(asked) ? seen.effect : undefined),
    look: async (asked: Asked) => {
      const effect = await preview.mutateAsync({ body: asked })
      setSeen({ asked: JSON.stringify(asked), effect })
    },
    forget: () => setSeen(undefined),
  }
}
