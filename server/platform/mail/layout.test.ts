import { expect, test } from 'vitest'
import { escapeHtml, mailBody } from './layout.ts'

test('text stays text in HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
})

test('HTML and text say the same', () => {
  const { html, text } = mailBody({
    heading: 'Hello <you>',
    paragraphs: ['One & two.'],
    action: { label: 'Go', url: 'https://a.example/?x=1&y="2"' },
    footnotes: ['Small.'],
  })
  expect(html).toContain('Hello &lt;you&gt;')
  expect(html).toContain('href="https://a.example/?x=1&amp;y=&quot;2&quot;"')
  expect(html).not.toContain('<you>')
  for (const part of ['Hello <you>', 'One & two.', 'https://a.example/?x=1&y="2"', 'Small.'])
    expect(text).toContain(part)
})
