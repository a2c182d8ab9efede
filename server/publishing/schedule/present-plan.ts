import type { z } from 'zod'
import type { ScheduleWarning, schedulePreview } from '#contract/publishing/scheduling.ts'
import { type Language, said } from '#server/core/sentences.ts'
import type { PlannedItem } from '../schedule-video.ts'
import type { Warning } from '../schedule-warnings.ts'

/** What would be scheduled, in the contract's format. */
export const presentPlanned = (
  { content, reason, reachReasoning, problems, ...item }: PlannedItem,
  language: Language,
): z.infer<typeof schedulePreview>['items'][number] => ({
  ...item,
  content: content.in(language),
  reason: reason.in(language),
  reachReasoning: reachReasoning.in(language),
  problems: problems.map(({ field, sentence }) => ({ field, sentence: said(sentence, language) })),
})

export const presentWarnings = (warnings: readonly Warning[], language: Language): ScheduleWarning[] =>
  warnings.map(({ sentence, ...warning }) => ({ ...warning, sentence: sentence.in(language) }))
