// Runs in the product's page in place of https://accounts.google.com/gsi/client: the part of its interface
// that a page with a sign-in button uses
// (https://developers.google.com/identity/gsi/web/reference/js-reference).
;(() => {
  const base = new URL('.', document.currentScript.src)
  let config = null

  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = new URL('style', base).href

  function choose() {
    const wish = new URLSearchParams({ client_id: config.client_id, nonce: config.nonce ?? '' })
    window.open(new URL(`select?${wish}`, base), 'gsi', 'popup,width=480,height=760')
  }

  window.addEventListener('message', event => {
    if (event.origin !== base.origin || event.data?.type !== 'gsi-credential' || !config) return
    config.callback({ credential: event.data.credential, select_by: 'btn' })
  })

  window.google = {
    accounts: {
      id: {
        initialize(given) {
          config = given
        },
        renderButton(parent, { width = 400 } = {}) {
          if (!style.isConnected) document.head.append(style)
          const button = document.createElement('button')
          button.type = 'button'
          button.className = 'trailcut-gsi-button'
          button.style.width = `${width}px`
          button.textContent = 'Sign in with Google'
          button.addEventListener('click', choose)
          parent.replaceChildren(button)
        },
        disableAutoSelect() {},
        prompt() {},
        cancel() {},
      },
    },
  }
})()
