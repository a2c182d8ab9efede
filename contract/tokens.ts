/** What an access token may do. A route that names none of them is closed to tokens. */
export const tokenScopes = ['videos:read', 'videos:upload', 'videos:edit', 'earnings:read'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** How long a token may last, in days. */
export const tokenLifetimes = [7, 30, 90, 365] as const
/** Tokens that one person may have. */
export const mostTokens = 20
/** How every token starts, so that scanners find leaked ones; 43 characters of base64url follow. */
export const tokenPrefix = 'tcp_'
