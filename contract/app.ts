import { z } from 'zod'

/** GET /api/app: what a page needs to know about this server. */
export const appInfo = z.object({
  mode: z.enum(['sandbox', 'production']),
  brand: z.string(),
  /** Where people reach the operator: a mailto: or https: URI. */
  support: z.string(),
  signIn: z.object({
    /** The origin registered with the identity provider; sign-in works only from there. */
    origin: z.string(),
    /** The sign-in button, Google's or the sandbox's: the script that draws it and the client id that it uses. */
    widget: z.object({ clientId: z.string(), script: z.string() }).nullable(),
  }),
})
export type AppInfo = z.infer<typeof appInfo>
