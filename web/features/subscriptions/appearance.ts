import type { Appearance } from '@stripe/stripe-js'

/** What a colour of the page is at this moment, light or dark, for a frame that cannot read the page's variables. */
function colour(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The look of Stripe's form beside ours. */
export const appearance = (): Appearance => ({
  theme: 'flat',
  variables: {
    colorPrimary: colour('accent'),
    colorBackground: colour('surface'),
    colorText: colour('ink'),
    colorTextSecondary: colour('muted'),
    colorDanger: colour('danger'),
    borderRadius: '8px',
    fontFamily: 'Inter, system-ui, sans-serif',
  },
  rules: { '.Input': { border: `1px solid ${colour('line-strong')}` } },
})
