import { z } from 'zod'
import { line } from '../text.ts'

export const interactions = z.object({ comment: z.boolean(), duet: z.boolean(), stitch: z.boolean() })
export const disclosure = z.object({ yourBrand: z.boolean(), brandedContent: z.boolean() })
/** Choices for a post on platforms with a form; what is left out uses the channel's default. */
export const postChoices = z.object({ privacy: line(60), interactions, disclosure }).partial()
export type PostChoices = z.infer<typeof postChoices>
