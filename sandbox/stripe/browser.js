/**
 * window.Stripe for browsers: the part of Stripe.js that the card form of @stripe/react-stripe-js uses.
 * Served as it is; styles are set through the DOM, which a strict CSP allows.
 */
;(() => {
  const post = async (path, body) => {
    const response = await fetch(`/sandbox/stripe/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    return response.ok ? { intent: answer } : { error: answer.error ?? { message: answer.message } }
  }
  const emitter = () => {
    const handlers = {}
    return {
      on(name, handler) {
        handlers[name] = [...(handlers[name] ?? []), handler]
      },
      off(name, handler) {
        handlers[name] = handler ? (handlers[name] ?? []).filter(h => h !== handler) : []
      },
      emit(name, event) {
        for (const handler of handlers[name] ?? []) handler(event)
      },
    }
  }
  const field = (label, name, autocomplete, placeholder) => {
    const wrapper = document.createElement('label')
    wrapper.textContent = label
    Object.assign(wrapper.style, { display: 'grid', gap: '4px', fontSize: '14px', fontWeight: '500' })
    const input = document.createElement('input')
    Object.assign(input, { name, placeholder, inputMode: 'numeric', autocomplete })
    Object.assign(input.style, {
      font: 'inherit',
      fontSize: '16px',
      minHeight: '44px',
      padding: '8px 12px',
      border: '1px solid currentColor',
      borderRadius: '8px',
      background: 'transparent',
      color: 'inherit',
      width: '100%',
      boxSizing: 'border-box',
    })
    wrapper.append(input)
    return { wrapper, input }
  }

  const paymentElement = () => {
    const events = emitter()
    const number = field('Card number', 'cardnumber', 'cc-number', '1234 1234 1234 1234')
    const expiry = field('Expiration date', 'exp-date', 'cc-exp', 'MM / YY')
    const code = field('Security code', 'cvc', 'cc-csc', 'CVC')
    const root = document.createElement('div')
    Object.assign(root.style, { display: 'grid', gap: '12px' })
    const pair = document.createElement('div')
    Object.assign(pair.style, { display: 'grid', gap: '12px', gridTemplateColumns: '1fr 1fr' })
    pair.append(expiry.wrapper, code.wrapper)
    root.append(number.wrapper, pair)
    const complete = () =>
      number.input.value.replace(/\D/g, '').length >= 13 &&
      /^\s*\d\d\s*\/?\s*\d\d\s*$/.test(expiry.input.value) &&
      /^\d{3,4}$/.test(code.input.value.trim())
    root.addEventListener('input', () =>
      events.emit('change', {
        elementType: 'payment',
        complete: complete(),
        empty: false,
        collapsed: false,
        value: { type: 'card' },
      }),
    )
    const chain = _done => element
    const element = {
      on: (name, handler) => chain(events.on(name, handler)),
      off: (name, handler) => chain(events.off(name, handler)),
      once: (name, handler) => chain(events.on(name, handler)),
      mount(target) {
        const place = typeof target === 'string' ? document.querySelector(target) : target
        place?.append(root)
        queueMicrotask(() => events.emit('ready', { elementType: 'payment' }))
      },
      unmount: () => root.remove(),
      destroy: () => root.remove(),
      update: () => undefined,
      collapse: () => undefined,
      clear: () => undefined,
      focus: () => number.input.focus(),
      blur: () => number.input.blur(),
      complete,
      number: () => number.input.value.replace(/\D/g, ''),
    }
    return element
  }

  const askOwner = () =>
    new Promise(resolve => {
      const dialog = document.createElement('dialog')
      dialog.setAttribute('aria-label', '3D Secure 2 Test Page')
      Object.assign(dialog.style, { padding: '24px', borderRadius: '12px', border: '0', maxWidth: '22rem' })
      const text = document.createElement('p')
      text.textContent = 'Your bank asks whether it is you. This is a test: nobody is asked.'
      const button = (label, outcome) => {
        const b = document.createElement('button')
        Object.assign(b, { type: 'button', textContent: label })
        Object.assign(b.style, {
          font: 'inherit',
          minHeight: '44px',
          padding: '8px 16px',
          margin: '12px 12px 0 0',
        })
        b.addEventListener('click', () => {
          dialog.remove()
          resolve(outcome)
        })
        return b
      }
      dialog.append(text, button('Complete', 'complete'), button('Fail', 'fail'))
      // Inside the page's open dialog, so that its focus trap keeps the buttons reachable.
      const open = document.querySelector('[role=dialog]')
      ;(open ?? document.body).append(dialog)
      dialog.showModal()
    })

  const authenticated = async (clientSecret, kind) => {
    const after = await post('authenticate', { clientSecret, outcome: await askOwner() })
    if (after.error) return { error: after.error }
    const failure = after.intent.last_payment_error ?? after.intent.last_setup_error
    return failure ? { error: failure } : { [kind]: after.intent }
  }

  const confirm = async (clientSecret, element, kind) => {
    if (!element?.complete())
      return {
        error: {
          type: 'validation_error',
          code: 'incomplete_number',
          message: 'Your card number is incomplete.',
        },
      }
    const first = await post('confirm', { clientSecret, number: element.number() })
    if (first.error) return { error: first.error }
    if (first.intent.status !== 'requires_action') return { [kind]: first.intent }
    return authenticated(clientSecret, kind)
  }

  /** For a payment that waits for the owner only, with the card that it already has. */
  const nextAction = async ({ clientSecret }) => {
    const known = await post('intent', { clientSecret })
    if (known.error) return { error: known.error }
    if (known.intent.status !== 'requires_action')
      return {
        error: {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: 'The PaymentIntent supplied is not in the requires_action state.',
        },
      }
    return authenticated(clientSecret, 'paymentIntent')
  }

  const secretOf = o => o.clientSecret ?? o.elements?._options.clientSecret ?? ''

  const makeStripe = () => ({
    elements(options = {}) {
      const elements = {
        _element: null,
        _options: options,
        create() {
          elements._element = paymentElement()
          return elements._element
        },
        getElement: () => elements._element,
        update: more => Object.assign(options, more),
        fetchUpdates: async () => ({}),
        on: () => elements,
        off: () => elements,
        submit: async () =>
          elements._element?.complete()
            ? { selectedPaymentMethod: 'card' }
            : {
                error: {
                  type: 'validation_error',
                  code: 'incomplete_number',
                  message: 'Your card number is incomplete.',
                },
              },
      }
      return elements
    },
    confirmPayment: o => confirm(secretOf(o), o.elements?._element ?? null, 'paymentIntent'),
    confirmSetup: o => confirm(secretOf(o), o.elements?._element ?? null, 'setupIntent'),
    handleNextAction: nextAction,
    // @stripe/react-stripe-js checks for it to recognize a Stripe object.
    createToken: async () => ({ error: { message: 'Not part of the sandbox' } }),
    createPaymentMethod: async () => ({ error: { message: 'Not part of the sandbox' } }),
    confirmCardPayment: async () => ({ error: { message: 'Not part of the sandbox' } }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  })
  window.Stripe = makeStripe
})()
