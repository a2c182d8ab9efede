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

/**
 * The same in dark mode, for programs that follow a style sheet; the others keep the inline colors. A
 * component names its colors by these classes.
 */
export const darkStyles = `@media (prefers-color-scheme: dark) {
  .paper { background: #0d1411 !important; }
  .card { background: #131c18 !important; border-color: #26332d !important; }
  .ink { color: #ecefe8 !important; border-color: #26332d !important; }
  .quiet { color: #9caba2 !important; }
  .accent { color: #ff8146 !important; }
  .action { background: #ff8146 !important; color: #1a0d05 !important; }
}`

export const Paragraph = ({ children }: { children?: ReactNode }) =>
  h(
    'p',
    { className: 'ink', style: { margin: '0 0 16px', fontSize: 16, lineHeight: 1.5, color: look.ink } },
    children,
  )

/** The picture that the mail brings. */
export const Picture = () =>
  h('img', {
    src: 'cid:picture',
    alt: '',
    'data-skip-in-text': true,
    style: { display: 'block', width: '100%', margin: '0 0 20px', borderRadius: 8 },
  })

export const Small = ({ children }: { children?: ReactNode }) =>
  h(
    'p',
    { className: 'quiet', style: { margin: '0 0 8px', fontSize: 13, lineHeight: 1.5, color: look.quiet } },
    children,
  )

/** A link that looks like a button. */
export const Action = ({ label, url }: { label: string; url: string }) =>
  h(
    'p',
    { style: { margin: '24px 0' } },
    h(
      'a',
      {
        href: url,
        className: 'action',
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
      h('a', { href: url, className: 'accent', style: { color: look.accent, wordBreak: 'break-all' } }, url),
    ),
  )

const cell = { padding: '10px 0', borderBottom: `1px solid ${look.line}`, fontSize: 16, color: look.ink }

/** Labels with their values, one per line. Labels that may repeat need keys. */
export const Figures = ({ figures }: { figures: { key?: string; label: string; value: string }[] }) =>
  h(
    'table',
    { className: 'figures', width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 16px' } },
    h(
      'tbody',
      null,
      figures.map(({ key, label, value }) =>
        h(
          'tr',
          { key: key ?? label },
          h('td', { className: 'ink', style: cell }, label),
          h('td', { className: 'ink', align: 'right', style: { ...cell, fontWeight: 600 } }, value),
        ),
      ),
    ),
  )
