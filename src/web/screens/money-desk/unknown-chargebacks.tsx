/** Chargebacks of charges that no payment of ours is known for: looked for again, else answered at the provider. */
import { type Reply, useAction } from '#web/api.ts'
import { useEndpointPages } from '#web/endpoint-pages.ts'
import { Only } from '#web/session/may.tsx'
import { useFormat } from '#web/text/format.ts'
import { textFor } from '#web/text/names.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { MoreRows } from '#web/ui/lists/paged-list.tsx'
import { Money } from '#web/ui/money.tsx'

type Unknown = Reply<'GET /api/unknown-chargebacks'>['chargebacks'][number]

export function UnknownChargebacks() {
  const { chargebacks } = useText()
  const { unknown: texts } = chargebacks
  const read = useEndpointPages('GET /api/unknown-chargebacks', {}, (page) => page.chargebacks)
  if (read.rows.length === 0) return null
  return (
    <Card title={texts.title}>
      <p className="text-muted">{texts.body}</p>
      <List label={texts.title}>
        {read.rows.map((chargeback) => (
          <UnknownRow key={chargeback.id} chargeback={chargeback} />
        ))}
      </List>
      <MoreRows pages={read}>{chargebacks.more}</MoreRows>
    </Card>
  )
}

function UnknownRow({ chargeback }: { chargeback: Unknown }) {
  const { unknown: texts, reasons } = useText().chargebacks
  const format = useFormat()
  const look = useAction('POST /api/look-for-payment', {
    refreshes: ['GET /api/unknown-chargebacks', 'POST /api/get-chargebacks'],
  })
  const lookAgain = () =>
    look.mutate(
      { body: { chargebackId: chargeback.id } },
      {
        onSuccess: ({ isFound }) =>
          isFound ? showToast(texts.found) : showToast(texts.notFound, { tone: 'info' }),
        onError: (error) => showToast(error.message, { tone: 'danger' }),
      },
    )
  return (
    <ListRow
      icon="warning"
      title={textFor(reasons, chargeback.reason) ?? reasons.general}
      detail={
        <>
          <span className="block">
            {chargeback.evidenceDueAt === null
              ? texts.opened(format.dateTime(chargeback.openedAt))
              : texts.due(format.dateTime(chargeback.evidenceDueAt))}
          </span>
          <span className="block wrap-anywhere">{texts.charge(chargeback.intentId)}</span>
          <span className="block wrap-anywhere">{texts.chargeback(chargeback.providerId)}</span>
        </>
      }
      end={<Money amountCents={chargeback.amountCents} />}
      actions={
        <Only may="money" isSaid>
          <Button isBusy={look.isPending} onClick={lookAgain}>
            {texts.look}
          </Button>
        </Only>
      }
    />
  )
}
