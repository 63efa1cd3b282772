/**
 * The double of Stripe.js: as much of it as pages of ours use. Card numbers are typed into a frame of the double and
 * leave it for the double only; this script sees results.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin

  globalThis.Stripe = (publishableKey, options) => {
    if (!publishableKey) throw new Error('IntegrationError: Please call Stripe() with your publishable key.')
    let quiet
    const anyFrame = () => {
      quiet ??= openFrame({})
      if (!quiet.element.isConnected) {
        quiet.element.hidden = true
        document.body.append(quiet.element)
      }
      return quiet
    }
    const ask = (frame, message) => frame.ask({ publishableKey, ...message })

    const confirm = async (kind, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) => {
      const secret = clientSecret ?? elements?.clientSecret
      const frame = elements?.frame() ?? anyFrame()
      const { return_url: returnUrl, ...params } = confirmParams
      if (redirect === 'always' && !returnUrl)
        throw new Error(
          'IntegrationError: confirmParams.return_url is required unless redirect is "if_required".',
        )
      const first = await ask(frame, { what: 'confirm', kind, clientSecret: secret, params })
      const result = await finish(kind, secret, first)
      if (result.error === undefined && redirect === 'always') {
        leaveFor(returnUrl, kind, result[nameOf(kind)], secret)
        return new Promise(() => {})
      }
      return result
    }
    const finish = async (kind, clientSecret, result) => {
      const intent = result[nameOf(kind)]
      if (intent?.status !== 'requires_action') return result
      const { type, redirect_to_url: there, use_stripe_sdk: sdk } = intent.next_action
      if (type === 'redirect_to_url') {
        location.assign(there.url)
        return new Promise(() => {})
      }
      await challenge(sdk.stripe_js)
      const after = await ask(anyFrame(), { what: 'retrieve', kind, clientSecret })
      const { last_payment_error: payment, last_setup_error: setup, status } = after[nameOf(kind)] ?? {}
      return status === 'requires_payment_method' ? { error: payment ?? setup } : after
    }
    const retrieve = (kind) => (clientSecret) => ask(anyFrame(), { what: 'retrieve', kind, clientSecret })
    return {
      elements: (settings = {}) => openElements(publishableKey, settings),
      confirmPayment: (asked) => confirm('payment_intents', asked),
      confirmSetup: (asked) => confirm('setup_intents', asked),
      handleNextAction: async ({ clientSecret }) => {
        const kind = clientSecret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
        return finish(kind, clientSecret, await retrieve(kind)(clientSecret))
      },
      retrievePaymentIntent: retrieve('payment_intents'),
      retrieveSetupIntent: retrieve('setup_intents'),
      createPaymentMethod: ({ elements, params = {} }) =>
        ask(elements.frame(), { what: 'create', kind: 'payment_methods', params }),
      _options: options,
    }
  }
  globalThis.Stripe.version = 'double'

  function openElements(publishableKey, settings) {
    let payment
    return {
      clientSecret: settings.clientSecret,
      create: (type) => {
        if (type !== 'payment') throw new Error(`The double of Stripe.js has no element of type ${type}.`)
        payment = openPaymentElement(publishableKey, settings)
        return payment.element
      },
      getElement: () => payment?.element ?? null,
      frame: () => payment?.frame,
      submit: async () => payment.frame.ask({ what: 'check' }),
      fetchUpdates: async () => ({}),
      update: () => {},
    }
  }

  function openPaymentElement(publishableKey, settings) {
    const frame = openFrame({
      publishable_key: publishableKey,
      client_secret: settings.clientSecret ?? '',
      types: (settings.paymentMethodTypes ?? settings.payment_method_types ?? []).join(','),
    })
    const listeners = { ready: [], change: [], loaderror: [], focus: [], blur: [] }
    frame.onEvent = (name, event) => {
      for (const listener of listeners[name] ?? []) listener({ elementType: 'payment', ...event })
    }
    const element = {
      mount: (where) => {
        const place = typeof where === 'string' ? document.querySelector(where) : where
        if (place === null)
          throw new Error(
            `IntegrationError: The selector you specified (${where}) applies to no DOM elements.`,
          )
        place.replaceChildren(frame.element)
      },
      on: (name, listener) => {
        listeners[name]?.push(listener)
        return element
      },
      off: (name, listener) => {
        listeners[name] = listeners[name]?.filter((one) => one !== listener) ?? []
        return element
      },
      once: (name, listener) => element.on(name, listener),
      unmount: () => frame.element.remove(),
      destroy: () => frame.element.remove(),
      update: () => {},
      focus: () => frame.element.focus(),
      blur: () => frame.element.blur(),
      clear: () => frame.ask({ what: 'clear' }),
    }
    return { element, frame }
  }

  /** A frame of the double that answers questions, once it is there. */
  function openFrame(query) {
    const element = document.createElement('iframe')
    element.title = 'Secure payment input frame'
    element.allow = 'payment *'
    element.style.cssText = 'border:0;width:100%;min-height:360px;display:block'
    element.src = `${origin}/double/element?${new URLSearchParams(query)}`
    const waiting = new Map()
    const frame = { element, onEvent: () => {} }
    let last = 0
    const isReady = new Promise((resolve) => {
      addEventListener('message', ({ source, origin: from, data }) => {
        if (source !== element.contentWindow || from !== origin) return
        if (data.event === 'ready') resolve()
        if (data.event !== undefined) frame.onEvent(data.event, data)
        waiting.get(data.answers)?.(data.result)
        waiting.delete(data.answers)
      })
    })
    frame.ask = async (message) => {
      await isReady
      last += 1
      const asked = last
      return new Promise((resolve) => {
        waiting.set(asked, resolve)
        element.contentWindow.postMessage({ asked, ...message }, origin)
      })
    }
    return frame
  }

  /** The bank's own page in a dialog over ours, until its owner has answered. */
  function challenge(url) {
    const dialog = document.createElement('div')
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-label', '3D Secure')
    dialog.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;background:#0008;display:grid;place-items:center'
    const frame = document.createElement('iframe')
    frame.title = '3D Secure challenge'
    frame.src = url
    frame.style.cssText = 'border:0;background:#fff;width:min(400px,100%);height:400px'
    dialog.append(frame)
    document.body.append(dialog)
    return new Promise((resolve) => {
      addEventListener('message', function listen({ source, data }) {
        if (source !== frame.contentWindow || data !== 'double-authenticated') return
        removeEventListener('message', listen)
        dialog.remove()
        resolve()
      })
    })
  }

  function nameOf(kind) {
    return { payment_intents: 'paymentIntent', setup_intents: 'setupIntent' }[kind]
  }

  function leaveFor(returnUrl, kind, intent, secret) {
    const back = new URL(returnUrl)
    const name = kind.slice(0, -1)
    back.searchParams.set(name, intent.id)
    back.searchParams.set(`${name}_client_secret`, secret)
    back.searchParams.set('redirect_status', 'succeeded')
    location.assign(back.href)
  }
})()
