import type { TextProblem } from '#contract/platforms/limits.ts'
import { texts } from '#texts/features/review.ts'

const { parts, problems } = texts.metadata

/** Why a platform would refuse a text, as a sentence. */
export function problemSentence(problem: TextProblem): string {
  switch (problem.code) {
    case 'titleMissing':
      return problems.titleMissing
    case 'hashtagSpace':
      return problems.hashtagSpace
    case 'tooManyHashtags':
      return problems.tooManyHashtags({ most: problem.most })
    case 'brackets':
      return problems.brackets({ part: parts[problem.part] })
    case 'tooLong':
      return problems.tooLong({ part: parts[problem.part], over: problem.over, unit: problem.unit })
  }
}
