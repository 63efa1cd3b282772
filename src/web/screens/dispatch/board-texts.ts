/** The words of blocks, looked up once for thousands of them. */
import { useMemo } from 'react'
import { useServices } from '#web/jobs/services.ts'
import { formatIn } from '#web/text/format.ts'
import { nameIn } from '#web/text/names.ts'
import { useLanguage, useText } from '#web/text/store.ts'

export type BoardTexts = ReturnType<typeof useBoardTexts>

export function useBoardTexts() {
  const { dispatch: texts, operator } = useText()
  const language = useLanguage()
  const { all } = useServices()
  return useMemo(() => {
    const names = new Map(all.map((each) => [each.key, nameIn(language, each)]))
    return {
      texts,
      states: operator.states,
      format: formatIn(language),
      service: (key: string) => names.get(key) ?? key,
    }
  }, [texts, operator, language, all])
}
