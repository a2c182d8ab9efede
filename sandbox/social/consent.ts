import { escapeHtml } from '#server/core/http/html-page.ts'
import { sandboxPage } from '../page.ts'
import type { Platform } from './platform.ts'

/**
 * The page for choosing an account and granting permissions, like the platforms' own; single permissions can
 * be cleared. The form posts everything to `action`.
 */
export function consentPage(
  platform: Platform,
  given: {
    action: string
    application: string
    scopes: readonly string[]
    fields: Record<string, string>
    returnTo: string
  },
): { html: string; headers: Record<string, string> } {
  const { options } = platform
  const hidden = Object.entries(given.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const scopes = given.scopes
    .map(
      scope =>
        `<label class="check"><input type="checkbox" name="allow:${escapeHtml(scope)}" value="1" checked> ${escapeHtml(scope)}</label>`,
    )
    .join('')
  const accounts = options.accounts
    .map(
      (a, i) =>
        `<label class="check"><input type="radio" name="account" value="${escapeHtml(a.id)}"${i === 0 ? ' checked' : ''}> <span><strong>${escapeHtml(a.name)}</strong> <span class="muted">${escapeHtml(a.about)}</span></span></label>`,
    )
    .join('')
  return sandboxPage({
    title: `Allow access · ${options.name}`,
    narrow: true,
    formTargets: [new URL(given.returnTo).origin],
    body: `<h1>${escapeHtml(given.application)} wants access to ${escapeHtml(options.name)}</h1>
<p class="muted">Stand-in of ${escapeHtml(options.name)}: no real account is involved.</p>
<form class="other" method="post" action="${escapeHtml(given.action)}">${hidden}
<div class="card">${accounts}</div><div class="card">${scopes}</div>
<button class="action" name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny">Cancel</button></form>`,
  })
}

/** The permissions left selected. */
export const allowedOf = (body: Record<string, string>, asked: readonly string[]): string[] =>
  asked.filter(scope => body[`allow:${scope}`] === '1')
