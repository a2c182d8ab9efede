import type { Description } from './description.ts'

/** What the tagging process is asked. */
export interface Question {
  description: Description
  /** the recording; null only to try the model once, on silence or a black picture */
  recording: { file: string; width: number; height: number } | null
  /** where each look begins in the recording, bytes */
  looks: number[]
}

/** The single line printed by the tagging process. */
export type Answer =
  /** for each look, the score of each label, 0 to 1 */
  | { scores: number[][] }
  /** what is wrong with the model or its description */
  | { refused: string }
  /** an internal error: the stack */
  | { failed: string }
