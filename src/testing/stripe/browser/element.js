/** Inside of the frame: the fields, and every call to the API. */
;(() => {
  const form = document.forms[0]
  const query = new URLSearchParams(location.search)
  const field = (name) => form.elements[name].value.trim()
  const kind = () => field('kind')
  const say = (event, more) => parent.postMessage({ event, ...more }, '*')

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => {
    for (const one of ['card', 'us_bank_account']) document.getElementById(one).hidden = one !== kind()
    document.getElementById('fault').textContent = ''
    say('change', {
      complete: faultOf() === undefined,
      empty: field('number') === '',
      value: { type: kind() },
    })
  })

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data.asked === undefined) return
    void answer(data).then((result) => {
      document.getElementById('fault').textContent = result.error?.message ?? ''
      parent.postMessage({ answers: data.asked, result }, '*')
    })
  })
  void start()

  async function start() {
    const secret = query.get('client_secret')
    let types = (query.get('types') ?? '').split(',')
    if (secret) {
      const path = secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
      const found = await call(query.get('publishable_key'), 'GET', path, secret, {})
      if (found.error) return say('loaderror', { error: found.error })
      types = found.body.payment_method_types
    }
    document.getElementById('kinds').hidden = !types.includes('us_bank_account')
    say('ready', {})
  }

  async function answer({ what, kind: path, publishableKey, clientSecret, params }) {
    if (what === 'clear') {
      form.reset()
      return {}
    }
    if (what === 'retrieve') return named(path, await call(publishableKey, 'GET', path, clientSecret, {}))
    const { payment_method_data: more, ...rest } = params ?? {}
    const isTyped = rest.payment_method === undefined
    const fault = isTyped ? faultOf() : undefined
    if (fault !== undefined) return { error: { type: 'validation_error', ...fault } }
    if (what === 'check') return { selectedPaymentMethod: kind() }
    const typed = typedMethod(more?.billing_details ?? {})
    if (what === 'create') return named(path, await call(publishableKey, 'POST', path, undefined, typed))
    if (!isTyped) return named(path, await call(publishableKey, 'POST', path, clientSecret, rest))
    const made = await call(publishableKey, 'POST', 'payment_methods', undefined, typed)
    if (made.error) return made
    const sent = { ...rest, payment_method: made.body.id }
    return named(path, await call(publishableKey, 'POST', path, clientSecret, sent))
  }

  function typedMethod(billing) {
    if (kind() === 'us_bank_account')
      return {
        type: 'us_bank_account',
        us_bank_account: {
          account_number: field('accountNumber'),
          routing_number: field('routingNumber'),
          account_holder_type: 'individual',
        },
        billing_details: { ...billing, name: field('name'), email: field('email') },
      }
    const [month, year] = field('expiry').split('/')
    return {
      type: 'card',
      card: {
        number: field('number').replaceAll(' ', ''),
        exp_month: Number(month),
        exp_year: 2000 + Number(year),
        cvc: field('cvc'),
      },
      billing_details: { ...billing, address: { ...billing.address, postal_code: field('postalCode') } },
    }
  }

  function faultOf() {
    const wrong = (code, message) => ({ code, message })
    if (kind() === 'us_bank_account') {
      if (field('name') === '') return wrong('incomplete_name', 'Please provide your full name.')
      return /^\d{9,17}$/.test(field('accountNumber'))
        ? undefined
        : wrong('incomplete_account_number', 'Your account number is incomplete.')
    }
    const digits = field('number').replaceAll(/\D/g, '')
    if (digits.length < 15) return wrong('incomplete_number', 'Your card number is incomplete.')
    if (!isLuhn(digits)) return wrong('invalid_number', 'Your card number is invalid.')
    if (!/^(0?[1-9]|1[0-2])\s*\/\s*\d\d$/.test(field('expiry')))
      return wrong('incomplete_expiry', 'Your card’s expiration date is incomplete.')
    if (!/^\d{3,4}$/.test(field('cvc')))
      return wrong('incomplete_cvc', 'Your card’s security code is incomplete.')
    return field('postalCode') === '' ? wrong('incomplete_zip', 'Your ZIP code is incomplete.') : undefined
  }

  function isLuhn(digits) {
    const sum = [...digits].reverse().reduce((total, digit, at) => {
      const doubled = at % 2 === 1 ? Number(digit) * 2 : Number(digit)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    return sum % 10 === 0
  }

  async function call(publishableKey, method, path, clientSecret, params) {
    const secret = clientSecret === undefined ? {} : { client_secret: clientSecret }
    const id = clientSecret?.split('_secret_')[0]
    const confirm = method === 'POST' && id !== undefined ? '/confirm' : ''
    const sent = new URLSearchParams(pairs({ ...params, ...secret }))
    const address = `/v1/${path}${id === undefined ? '' : `/${id}`}${confirm}`
    const answered = await fetch(method === 'GET' ? `${address}?${sent}` : address, {
      method,
      headers: { authorization: `Bearer ${publishableKey}` },
      ...(method === 'GET' ? {} : { body: sent }),
    }).catch(() => undefined)
    if (answered === undefined)
      return {
        error: { type: 'api_connection_error', message: 'An error occurred with our connection to Stripe.' },
      }
    const body = await answered.json()
    return body.error === undefined ? { body } : { error: body.error }
  }

  function named(path, { error, body }) {
    const name = {
      payment_intents: 'paymentIntent',
      setup_intents: 'setupIntent',
      payment_methods: 'paymentMethod',
    }[path]
    return error === undefined ? { [name]: body } : { error }
  }

  /** With brackets for what is nested. */
  function pairs(object, prefix = '') {
    return Object.entries(object).flatMap(([name, value]) => {
      const whole = prefix === '' ? name : `${prefix}[${name}]`
      if (value === undefined || value === null || value === '') return []
      return typeof value === 'object' ? pairs(value, whole) : [[whole, String(value)]]
    })
  }
})()
