import { useEndpoint } from '#web/api.ts'
import { QrCode } from '#web/codes/qr-code.tsx'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'

/** The code to say, the link to send and the picture to point a phone at; printed, they are a card to hand out. */
export function InviteCard({ code, link }: { code: string; link: string }) {
  const { commissions } = useText()
  const canShare = typeof navigator.share === 'function'
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    showToast(commissions.copied)
  }
  return (
    <Card title={commissions.code}>
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[1fr_auto]">
        <div className="grid grid-cols-1 gap-3">
          <p className="hidden text-xl font-semibold print:block">{commissions.cardTitle}</p>
          <p className="hidden print:block">{commissions.cardBody}</p>
          <p className="nums text-3xl font-bold tracking-widest wrap-anywhere crowded:tracking-normal">
            {code}
          </p>
          <p className="text-sm break-all text-muted">
            <span className="sr-only">{commissions.link} </span>
            {link}
          </p>
          <div className="flex flex-wrap gap-3 print:hidden">
            <Button tone="primary" onClick={() => void copy()}>
              {commissions.copy}
            </Button>
            {canShare && (
              <Button
                icon="share"
                onClick={() =>
                  void navigator
                    .share({ text: commissions.shareText, url: link })
                    // Closing the sheet is an answer, too.
                    .catch(() => undefined)
                }
              >
                {commissions.share}
              </Button>
            )}
            <Button tone="quiet" onClick={() => window.print()}>
              {commissions.print}
            </Button>
          </div>
        </div>
        <InvitationPicture />
      </div>
    </Card>
  )
}

function InvitationPicture() {
  const { commissions } = useText()
  const picture = useEndpoint('GET /api/invitation-code')
  if (!picture.data) return <div className="size-40 rounded-xl bg-sunken" aria-hidden="true" />
  return (
    <figure className="grid w-40 gap-2 justify-self-start">
      <QrCode {...picture.data} label={commissions.qr} />
      <figcaption className="text-xs text-muted print:hidden">{commissions.qrHelp}</figcaption>
    </figure>
  )
}
