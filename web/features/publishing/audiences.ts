import { type ChannelKind, channelFactsOf } from '#contract/publishing/constants.ts'
import { texts as formTexts } from '#texts/features/publishing/form.ts'

/** Who sees a post at a privacy level, in words. A level that the platform added stays as the platform calls it. */
export function audienceOf(kind: ChannelKind, level: string): string {
  const audience = channelFactsOf(kind).audiences[level]
  return audience ? formTexts.audiences[audience] : level
}
