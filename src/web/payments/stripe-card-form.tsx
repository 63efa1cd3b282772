/**
 * Stripe's Payment Element: cards, wallets, and bank accounts where they are allowed, in a frame of Stripe's. What is
 * typed there never reaches our page; `onToken` gets the id of the form that was filled in.
 */
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js'
import { useEffect, useRef, useState } from 'react'
import { currentLanguage, useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, FormRefusal } from '#web/ui/forms/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SkeletonCard } from '#web/ui/skeleton.tsx'
import { type CardScript, loadStripe } from './stripe-script.ts'

export type OpenedForm = { readonly setupToken: string; readonly clientSecret: string }

type Mounted = { readonly stripe: Stripe; readonly elements: StripeElements; readonly form: OpenedForm }
type Props = {
  script: CardScript
  submitLabel: string
  openForm: () => Promise<OpenedForm>
  onToken: (setupToken: string) => Promise<void>
}

export function StripeCardForm(props: Props) {
  const [round, setRound] = useState(0)
  return <PaymentForm key={round} {...props} onAgain={() => setRound((before) => before + 1)} />
}

function PaymentForm({ script, submitLabel, openForm, onToken, onAgain }: Props & { onAgain: () => void }) {
  const { money } = useText()
  const { frame, mounted, hasFailed } = usePaymentElement(script, openForm)
  const submit = async () => {
    if (mounted === null) return
    const { stripe, elements, form } = mounted
    const { error } = await stripe.confirmSetup({
      elements,
      redirect: 'if_required',
      confirmParams: { return_url: window.location.href },
    })
    // Stripe words its sentences itself, in the language that it was given.
    if (error) throw new FormRefusal(error.message ?? money.card.formFailed)
    try {
      await onToken(form.setupToken)
    } catch (thrown) {
      // A form is good for one card: the next try needs another.
      onAgain()
      throw thrown
    }
  }
  if (hasFailed)
    return (
      <Banner tone="danger" isAlert>
        <p>{money.card.formFailed}</p>
        <Button tone="quiet" onClick={onAgain}>
          {money.card.formAgain}
        </Button>
      </Banner>
    )
  return (
    <Form onSubmit={submit} submitLabel={submitLabel} icon="lock" isWide label={money.card.title}>
      {mounted === null && <SkeletonCard rows={3} />}
      <div ref={frame} />
      <p className="flex items-center gap-2 text-sm text-muted">
        <Icon name="lock" size={16} />
        {money.card.safe}
      </p>
    </Form>
  )
}

function usePaymentElement(script: CardScript, openForm: () => Promise<OpenedForm>) {
  const frame = useRef<HTMLDivElement>(null)
  const opens = useRef(openForm)
  const [mounted, setMounted] = useState<Mounted | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const { url, publishableKey } = script
  useEffect(() => {
    let isOver = false
    let remove = () => {}
    const mount = async () => {
      const [stripe, form] = await Promise.all([loadStripe({ url, publishableKey }), opens.current()])
      if (isOver || frame.current === null) return
      const elements = stripe.elements({
        clientSecret: form.clientSecret,
        appearance: appearanceOf(window.matchMedia('(prefers-color-scheme: dark)').matches),
        locale: currentLanguage(),
      })
      const element = elements.create('payment', { layout: 'tabs' })
      remove = () => element.destroy()
      element.mount(frame.current)
      setMounted({ stripe, elements, form })
    }
    mount().catch(() => {
      if (!isOver) setFailed(true)
    })
    return () => {
      isOver = true
      remove()
    }
  }, [url, publishableKey])
  return { frame, mounted, hasFailed }
}

function appearanceOf(isDark: boolean): Appearance {
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: { borderRadius: '12px', fontSizeBase: '16px', spacingUnit: '4px' },
  }
}
