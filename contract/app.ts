import { z } from 'zod'

/** GET /api/app: how this server runs, as far as a page has to know it. */
export const appInfo = z.object({
  mode: z.enum(['sandbox', 'production']),
  brand: z.string(),
  signIn: z.object({
    /** The origin that the identity provider knows: from another one it signs nobody in. */
    origin: z.string(),
    /** Google's own button, or the sandbox's: the script that draws it and the client that it asks for. */
    widget: z.object({ clientId: z.string(), script: z.string() }).nullable(),
  }),
})
export type AppInfo = z.infer<typeof appInfo>
