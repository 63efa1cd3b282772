/** `/account/payments/{paymentID}`: a customer's receipt, or a crew's statement by the payout's id (seed §2). */
import { useParams } from 'react-router'
import { ApiError, addressOf, type Reply, useEndpoint } from '#web/api.ts'
import { useUserType } from '#web/session/user.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { ExternalLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { linkTo } from '#web/urls.ts'
import { ReceiptBody } from './receipt.tsx'
import { StatementBody } from './statement.tsx'

export function Payment() {
  const { money } = useText()
  const { paymentID = '' } = useParams()
  const payment = useEndpoint('GET /api/payment', { query: { id: paymentID } })
  if (payment.data) return <Shown payment={payment.data} />
  return (
    <Page title={money.receipt.title} width="narrow">
      {payment.isPending && <SkeletonCard rows={5} />}
      {payment.isError &&
        (payment.error instanceof ApiError && [400, 404].includes(payment.error.status) ? (
          <EmptyState icon="search" title={money.receipt.notFound} />
        ) : (
          <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
        ))}
    </Page>
  )
}

function Shown({ payment }: { payment: Reply<'GET /api/payment'> }) {
  const { money } = useText()
  const format = useFormat()
  const userType = useUserType()
  const isReceipt = payment.kind === 'receipt'
  const own = isReceipt ? 'billing' : 'crewPayments'
  return (
    <Page
      title={isReceipt ? money.receipt.title : money.receipt.statementTitle}
      subtitle={format.dateRange(payment.periodStart, payment.periodEnd)}
      back={linkTo(userType === 'Operator' ? 'operatorMoney' : own)}
      actions={
        <>
          <Button tone="quiet" onClick={() => window.print()}>
            {money.receipt.print}
          </Button>
          <ExternalLink href={pdfOf(payment)} isButton icon="download" isNewTab={false}>
            {money.receipt.pdf}
          </ExternalLink>
        </>
      }
    >
      {isReceipt ? <ReceiptBody receipt={payment} /> : <StatementBody statement={payment} />}
    </Page>
  )
}

function pdfOf(payment: Reply<'GET /api/payment'>): string {
  return payment.kind === 'receipt'
    ? addressOf('GET /api/receipt-pdf', { id: payment.id })
    : addressOf('GET /api/statement-pdf', { id: payment.id })
}
