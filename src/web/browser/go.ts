/**
 * Going somewhere from code: `const go = useGo(); go(linkTo('billing'))`. An address outside needs explicit permission
 * (`go(url, { isExternal: true })`, seed §8) and is refused otherwise; some schemes never pass.
 */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { currentText } from '#web/text/store.ts'
import { classifyDestination } from '#web/ui/destination.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

type GoOptions = { isReplace?: boolean; isExternal?: boolean }
export type Go = (to: string, options?: GoOptions) => void

export function useGo(): Go {
  const navigate = useNavigate()
  return useCallback(
    (to, { isReplace = false, isExternal = false } = {}) => {
      const destination = classifyDestination(to)
      if (destination === 'internal') return void navigate(to, { replace: isReplace })
      if (destination === 'external' && isExternal) return window.location.assign(to)
      console.error(`refused to navigate to ${destination} address`)
      showToast(currentText().shell.externalRefused, { tone: 'danger' })
    },
    [navigate],
  )
}
