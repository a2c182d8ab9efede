import { expect, test } from 'vitest'
import { escapeHtml, productPage } from './html-page.ts'

test('text stays text in HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
})

test("a page allows only its own style, can't be framed, and loads nothing from elsewhere", () => {
  const { html, headers } = productPage('Sign in <now>', '<h1>Sign in</h1>')
  expect(html).toContain('<title>Sign in &lt;now&gt; · Trailcut</title>')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy.map(directive => directive.replace(/sha256-[\w+/=]{44}/, 'sha256'))).toEqual([
    "default-src 'none'",
    "style-src 'sha256'",
    "font-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
})
