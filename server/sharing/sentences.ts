import type { ShareReportReason } from '#contract/sharing/reasons.ts'
import { catalog } from '#server/core/sentences.ts'

const reasons: Record<ShareReportReason, string> = {
  unsafe: 'dangerous or illegal riding',
  privacy: 'a privacy concern',
  rights: "someone else's music or footage",
  offensive: 'hate, violence or nudity',
  other: 'another reason',
}

/** What people read about share links and reports of them. */
export const sentences = catalog('sharing', {
  alreadyDown: 'This video is already taken down.',
  clipNotReady: "You can share this clip once it's ready.",
  manyReports: "You've reported several videos today. Please try again tomorrow.",
  notDown: "This video isn't taken down.",
  notPlayable: "This video can't be played, so you can't share it.",
  openedTooOften: 'This link was opened too often today. Try again tomorrow.',
  playsSoon: 'You can share this video as soon as it plays.',
  reportedMessage: ({ reason }: { reason: ShareReportReason }) =>
    `Reason: ${reasons[reason]}. Take its link down or keep it.`,
  reportedTitle: ({ title }: { title: string }) => `The shared video '${title}' was reported`,
  suspended: "Your account is suspended, so you can't share your videos.",
  takenDown: "Our staff took this video down, so you can't share it.",
  takenDownMessage:
    "Our staff took it down after a report, so its address no longer works. You can't share this video until they allow it again.",
  takenDownTitle: ({ title }: { title: string }) => `The share link of '${title}' was taken down`,
  verifyFirst: 'Verify your email address to share your videos.',
})
