import type { Appearance } from '@stripe/stripe-js'

/** The current value of one of the page's colors, light or dark, for a frame that can't read the page's variables. */
function color(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** Stripe's form in our design. */
export const appearance = (): Appearance => ({
  theme: 'flat',
  variables: {
    colorPrimary: color('accent'),
    colorBackground: color('surface'),
    colorText: color('ink'),
    colorTextSecondary: color('muted'),
    colorDanger: color('danger'),
    borderRadius: '8px',
    fontFamily: 'Inter, system-ui, sans-serif',
  },
  rules: { '.Input': { border: `1px solid ${color('line-strong')}` } },
})
