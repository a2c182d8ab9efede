import type { GenericEndpointContext } from 'better-auth'

/**
 * Ends the browser's previous session once it has a new one, so that a sign-in leaves no second token behind
 * (session fixation, OWASP ASVS 5 section 7.2).
 */
export async function endPreviousSession(ctx: GenericEndpointContext, newToken: string): Promise<void> {
  const { name } = ctx.context.authCookies.sessionToken
  const previous = await ctx.getSignedCookie(name, ctx.context.secret)
  if (previous && previous !== newToken) await ctx.context.internalAdapter.deleteSession(previous)
}
