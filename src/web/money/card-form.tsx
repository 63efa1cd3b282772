/** The provider's card form. What is typed goes to the provider alone; `onToken` gets the token that stands for it. */

import { lazy, Suspense } from 'react'
import { ApiError, call, useAction } from '#web/api.ts'
import { PartBoundary } from '#web/errors/part-boundary.tsx'
import { useConfig } from '#web/session/config.ts'
import { useText } from '#web/text/store.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { maskCardCode, maskCardNumber, maskExpiry, readExpiry } from './card-number.ts'

export type CardFormProps = {
  submitLabel: string
  onToken: (setupToken: string) => Promise<void>
  /** The link of a mail by which somebody is here who has not signed in. */
  linkToken?: string
  /** The link that pays an invoice. */
  invoiceGoId?: string
  /** Where the provider's form takes them beside cards. */
  takesBankAccounts?: boolean
}

const StripeCardForm = lazy(() =>
  import('#web/payments/stripe-card-form.tsx').then(({ StripeCardForm: Form }) => ({ default: Form })),
)

export function CardForm({
  submitLabel,
  onToken,
  linkToken,
  invoiceGoId,
  takesBankAccounts = false,
}: CardFormProps) {
  const config = useConfig()
  if (config === undefined) return <SkeletonCard rows={3} />
  if (config.cardScript === null) return <EmbeddedCardForm submitLabel={submitLabel} onToken={onToken} />
  const openForm = async () => {
    const { form } =
      invoiceGoId !== undefined
        ? await call('POST /api/open-invoice-form', { body: { goId: invoiceGoId } })
        : linkToken === undefined
          ? await call('POST /api/open-card-form', { body: { takesBankAccounts } })
          : await call('POST /api/open-update-billing-form', { body: { token: linkToken } })
    if (form === null) throw new Error('the provider has no form of its own')
    return form
  }
  return (
    <PartBoundary>
      <Suspense fallback={<SkeletonCard rows={3} />}>
        <StripeCardForm
          script={config.cardScript}
          submitLabel={submitLabel}
          openForm={openForm}
          onToken={onToken}
        />
      </Suspense>
    </PartBoundary>
  )
}

/** The form of the embedded provider, whose pages are ours. */
function EmbeddedCardForm({ submitLabel, onToken }: Pick<CardFormProps, 'submitLabel' | 'onToken'>) {
  const { money } = useText()
  const draft = useDraft({ number: '', expires: '', cvc: '' })
  const tokenise = useAction('POST /api/demo-bank/tokenise-card')
  const submit = async () => {
    const { number, expires, cvc } = draft.values
    const expiry = readExpiry(expires)
    if (expiry === null) throw new FormRefusal(money.card.expiresWrong, { expires: money.card.expiresWrong })
    const { setupToken } = await tokenise
      .mutateAsync({ body: { number, cvc, ...expiry } })
      .catch((error: unknown) => {
        throw underOurFields(error)
      })
    await onToken(setupToken)
    draft.reset()
  }
  const number = draft.field('number')
  const expires = draft.field('expires')
  const cvc = draft.field('cvc')
  return (
    <div className="grid gap-6">
      <Form onSubmit={submit} submitLabel={submitLabel} icon="lock" isWide label={money.card.title}>
        <TextField
          label={money.card.number}
          {...number}
          onChange={(typed) => number.onChange(maskCardNumber(typed))}
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="4242 4242 4242 4242"
        />
        <div className="grid cols-pair gap-4">
          <TextField
            label={money.card.expires}
            {...expires}
            onChange={(typed) => expires.onChange(maskExpiry(typed))}
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder={money.card.expiresHint}
          />
          <TextField
            label={money.card.cvc}
            {...cvc}
            onChange={(typed) => cvc.onChange(maskCardCode(typed))}
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
          />
        </div>
        <p className="flex items-center gap-2 text-sm text-muted">
          <Icon name="lock" size={16} />
          {money.card.safe}
        </p>
      </Form>
      <TestCards onPick={(picked) => draft.set({ number: picked, expires: '12/30', cvc: '123' })} />
    </div>
  )
}

const TEST_CARDS = [
  ['4242 4242 4242 4242', 'good'],
  ['5555 5555 5555 4444', 'good'],
  ['4000 0000 0000 0341', 'declinesCharging'],
  ['4000 0000 0000 9995', 'insufficientFunds'],
  ['4000 0000 0000 0002', 'declinesSaving'],
  ['4000 0027 6000 3184', 'needsHolder'],
] as const

/** The embedded provider takes nothing but these. */
function TestCards({ onPick }: { onPick: (number: string) => void }) {
  const { money } = useText()
  return (
    <details className="rounded-xl bg-sunken px-4 py-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {money.card.testTitle}
      </summary>
      <p className="pb-2 text-sm text-muted">{money.card.testBody}</p>
      <ul className="grid gap-1 pb-2">
        {TEST_CARDS.map(([number, what]) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => onPick(number)}
              className="flex min-h-11 w-full flex-wrap items-center gap-x-3 rounded-xl px-2 py-1 text-left hover:bg-accent-soft"
            >
              <span className="nums font-semibold text-accent">{number}</span>
              <span className="text-muted">{money.card.tests[what]}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The provider has two fields where the form has one. */
function underOurFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { expiresMonth, expiresYear, ...rest } = error.fields
  const expires = expiresMonth ?? expiresYear
  return new FormRefusal(error.message, expires === undefined ? rest : { ...rest, expires })
}
