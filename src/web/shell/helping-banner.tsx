/** On every page while somebody looks after the places of an owner: whose they are, and the way back. */
import { goToAccount } from '#web/session/go-to-account.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'

/** With its words, which nobody else needs. */
export async function bringBanner(): Promise<{ default: typeof HelpingBanner }> {
  await loadAreas(['sharing'])
  return { default: HelpingBanner }
}

function HelpingBanner({ ownerName }: { ownerName: string }) {
  const { sharing: texts } = useText()
  return (
    <output className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-info-soft px-4 py-1.5 text-sm font-bold text-info">
      <span className="wrap-anywhere">{texts.banner(ownerName)}</span>
      <Button onClick={() => void goToAccount(null)}>{texts.accounts.back}</Button>
    </output>
  )
}
