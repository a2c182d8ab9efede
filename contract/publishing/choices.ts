import { z } from 'zod'

export const interactions = z.object({ comment: z.boolean(), duet: z.boolean(), stitch: z.boolean() })
export const disclosure = z.object({ yourBrand: z.boolean(), brandedContent: z.boolean() })
/** What people choose for a post where the platform has a form for it; what is left out is the channel's default. */
export const postChoices = z.object({ privacy: z.string().max(60), interactions, disclosure }).partial()
export type PostChoices = z.infer<typeof postChoices>
