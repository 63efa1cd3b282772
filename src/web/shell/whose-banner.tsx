/** On every page while somebody looks at, or looks after, what is another's: whose it is, and the way back. */
import type { ComponentType } from 'react'
import { seeing } from '#web/api.ts'
import { goToAccount } from '#web/session/go-to-account.ts'
import type { User } from '#web/session/user.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'

type Share = { readonly share: User['looks_after'] | undefined }

/** With its words, which nobody else needs. */
export async function bringBanner(): Promise<{ default: ComponentType<Share> }> {
  if (seeing) return { default: (await import('./seeing-banner.tsx')).SeeingBanner }
  await loadAreas(['sharing'])
  return { default: HelpingBanner }
}

function HelpingBanner({ share }: Share) {
  const { sharing: texts } = useText()
  if (!share) return null
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-info-soft px-4 py-1.5 text-sm font-bold text-info">
      <span className="wrap-anywhere">{texts.banner(share.ownerName)}</span>
      <Button onClick={() => void goToAccount(null)}>{texts.accounts.back}</Button>
    </output>
  )
}
