import { createElement as h, type ReactNode } from 'react'

/** The product's colors and fonts. Mail programs support inline styles and tables, and little else. */
export const look = {
  ink: '#17211c',
  quiet: '#57665d',
  paper: '#f4f1ea',
  card: '#fffdf9',
  line: '#dcd6c8',
  accent: '#b8460f',
  text: "Inter,'Segoe UI',Helvetica,Arial,sans-serif",
  display: "'Barlow Condensed','Arial Narrow',Impact,sans-serif",
} as const

export const Paragraph = ({ children }: { children?: ReactNode }) =>
  h('p', { style: { margin: '0 0 16px', fontSize: 16, lineHeight: 1.5, color: look.ink } }, children)

export const Small = ({ children }: { children?: ReactNode }) =>
  h('p', { style: { margin: '0 0 8px', fontSize: 13, lineHeight: 1.5, color: look.quiet } }, children)

/** A link that looks like a button. */
export const Action = ({ label, url }: { label: string; url: string }) =>
  h(
    'p',
    { style: { margin: '24px 0' } },
    h(
      'a',
      {
        href: url,
        style: {
          display: 'inline-block',
          padding: '14px 22px',
          borderRadius: 8,
          background: look.accent,
          color: '#ffffff',
          fontSize: 16,
          fontWeight: 600,
          textDecoration: 'none',
        },
      },
      label,
    ),
  )

/**
 * An action's address on a separate line, for programs that don't show the button. The text version has it
 * anyway.
 */
export const Address = ({ label, url }: { label: string; url: string }) =>
  h(
    'div',
    { 'data-skip-in-text': true },
    h(
      Small,
      null,
      label,
      h('br'),
      h('a', { href: url, style: { color: look.accent, wordBreak: 'break-all' } }, url),
    ),
  )

const cell = { padding: '10px 0', borderBottom: `1px solid ${look.line}`, fontSize: 16, color: look.ink }

/** Labels with their values, one per line. */
export const Figures = ({ figures }: { figures: { label: string; value: string }[] }) =>
  h(
    'table',
    { className: 'figures', width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 16px' } },
    h(
      'tbody',
      null,
      figures.map(({ label, value }) =>
        h(
          'tr',
          { key: label },
          h('td', { style: cell }, label),
          h('td', { align: 'right', style: { ...cell, fontWeight: 600 } }, value),
        ),
      ),
    ),
  )
