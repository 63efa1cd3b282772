import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

/** The code to say and the link to send. */
export function InviteCard({ code, link }: { code: string; link: string }) {
  const { money } = useText()
  const canShare = typeof navigator.share === 'function'
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    showToast(money.commissions.copied)
  }
  return (
    <Card title={money.commissions.code}>
      <div className="grid grid-cols-1 gap-3">
        <p className="nums text-3xl font-bold tracking-widest wrap-anywhere crowded:tracking-normal">
          {code}
        </p>
        <p className="text-sm break-all text-muted">
          <span className="sr-only">{money.commissions.link} </span>
          {link}
        </p>
        <div className="flex flex-wrap gap-3">
          <Button tone="primary" onClick={() => void copy()}>
            {money.commissions.copy}
          </Button>
          {canShare && (
            <Button
              icon="share"
              onClick={() =>
                void navigator
                  .share({ text: money.commissions.shareText, url: link })
                  // Closing the sheet is an answer, too.
                  .catch(() => undefined)
              }
            >
              {money.commissions.share}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
