import { rejectionReasons } from '#contract/rejections.ts'
import { texts as english } from '#texts/rejections.ts'
import spanish from '../../../../languages/es-MX.json' with { type: 'json' }

/** The sentence of a reason in Spanish; what staff wrote in words of their own stays as it is. */
export function rejectionIn(text: string): string {
  const reason = rejectionReasons.find(one => text === english[one].sentence)
  if (reason) return spanish[`rejections.${reason}.sentence`]
  const followed = rejectionReasons.find(one => text.startsWith(`${english[one].sentence} `))
  if (!followed) return text
  return spanish[`rejections.${followed}.sentence`] + text.slice(english[followed].sentence.length)
}
