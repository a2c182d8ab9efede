import { sandboxPage } from '#sandbox/page.ts'
import { escapeHtml } from '#server/core/http/html-page.ts'
import { offered } from './people.ts'

const hidden = (name: string, value: string) =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

const person = (action: string, preselected: string) => (p: (typeof offered)[number]) =>
  `<li><form method="post" action="${action}">
${hidden('email', p.email)}${hidden('verified', 'on')}
<button type="submit"${p.email === preselected ? ' autofocus aria-current="true"' : ''}><span>${escapeHtml(p.name)}</span><small>${escapeHtml(p.email)}</small><span class="role">${p.role}</span></button></form></li>`

export interface ChooserOptions {
  /** Where the form is posted, and where Cancel leads. */
  action: string
  cancel: string
  /** The origin that the sign-in returns to. */
  returnsTo: string
  error?: string
  /** What was typed, so that it can be corrected. */
  typed?: string
  /** The address the link's sender expects: pressing Enter chooses it. */
  preselected?: string
}

/** The account chooser. */
export function chooserPage({ returnsTo, error, preselected = '', ...at }: ChooserOptions) {
  const [action, cancel] = [escapeHtml(at.action), escapeHtml(at.cancel)]
  const known = offered.some(p => p.email === preselected)
  const typed = at.typed ?? (known ? '' : preselected)
  const problem = error ? `<p class="error" role="alert" id="problem">${escapeHtml(error)}</p>` : ''
  return sandboxPage({
    title: 'Choose an account',
    narrow: true,
    formTargets: [returnsTo],
    body: `<h1>Choose an account</h1>
<p class="muted">This is a sandbox for Google. Pick any account, or make one up.</p>
<ul class="people">${offered.map(person(action, preselected)).join('')}</ul>
<div class="card"><h2>Another address</h2>
<form class="other" method="post" action="${action}">${problem}
<label>Email<input type="email" name="email" required maxlength="254" autocomplete="off" value="${escapeHtml(typed)}"${error ? ' aria-describedby="problem" aria-invalid="true"' : ''}></label>
<label>Name (optional)<input type="text" name="name" maxlength="80" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" checked> The provider has verified this address</label>
<button class="action" type="submit">Continue</button></form></div>
<form method="post" action="${cancel}"><button class="quiet" type="submit">Cancel</button></form>`,
  })
}

/** Shown when a sign-in can't continue, for example when its page is opened again after it ended. */
export const problemPage = (sentence: string, backTo: string) =>
  sandboxPage({
    title: 'Sign-in stopped',
    narrow: true,
    body: `<h1>Sign-in stopped</h1><p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(backTo)}/api/login">Start again</a></p>`,
  })
