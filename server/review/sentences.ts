import type { DecisionKind } from '#contract/review.ts'
import { catalog, type Text } from '#server/core/sentences.ts'

/** What a person did, after their name. */
const deeds: Record<DecisionKind, string> = {
  approve: 'approved this video',
  reject: 'rejected this video',
  publish: 'published this video',
  status: 'changed the status of this video',
  hide: 'hid this video',
  unhide: 'showed this video again',
  approve_highlight: 'approved a highlight of this video',
  reject_highlight: 'rejected a highlight of this video',
  approve_compilation: 'approved a reel of this video',
  thumbnail: 'chose a thumbnail for this video',
  trim: 'trimmed a highlight of this video',
  metadata: 'edited the title and description of this video',
  compilation: 'added a reel to this video',
}

/** What staff read while they review, and riders about what staff decided. */
export const sentences = catalog('review', {
  alreadyApprovedPart: ({ name, kind }: { name: string | null; kind: 'highlight' | 'compilation' }) =>
    `${name ?? 'A staff member'} already approved this ${kind === 'highlight' ? 'highlight' : 'reel'}.`,
  alreadyDecided: ({ name, kind }: { name: string | null; kind: DecisionKind }) =>
    `${name ?? 'A staff member'} already ${deeds[kind]}.`,
  alreadyInStatus: ({ status }: { status: string }) => `This video is already ${status}.`,
  alreadyRejectedHighlight: ({ name }: { name: string | null }) =>
    `${name ?? 'A staff member'} already rejected this highlight.`,
  cannotPlay: "This video can't be played yet. Try again in a moment.",
  changed: 'This video has changed since you opened it. Look at it again before you decide.',
  changedBy: ({ name, kind }: { name: string | null; kind: DecisionKind }) =>
    `${name ?? 'A staff member'} ${deeds[kind]} while you had it open. Look at it again before you decide.`,
  changedByYou: ({ kind }: { kind: DecisionKind }) =>
    `You ${deeds[kind]} in another window. Look at it again before you decide.`,
  fileBeingChecked: "We're still checking this video's file. Please try again in a few minutes.",
  hiddenMessage: 'Our staff are looking into it. Until then only you can watch it.',
  hiddenTitle: ({ title }: { title: string }) => `'${title}' was hidden`,
  hideInstead: ({ said }: { said: Text }) => `${said} Hide it instead.`,
  highlightOnce: 'A reel can contain each highlight only once.',
  highlightSelectedMessage: ({ highlight }: { highlight: Text }) =>
    `Our staff approved this moment: ${highlight}`,
  highlightSelectedTitle: ({ title }: { title: string }) => `A clip of '${title}' was selected`,
  highlightTooShort: ({ seconds }: { seconds: number }) =>
    `A highlight must be at least ${seconds} second${seconds === 1 ? '' : 's'} long.`,
  liveMessage: 'Your video is published. Every view from now on earns you money.',
  liveTitle: ({ title, where }: { title: string; where: string }) => `'${title}' is live on ${where}`,
  noHighlight: "One of these highlights doesn't exist any more. Choose again.",
  noMoment: "The video doesn't have this moment. Choose one between its start and its end.",
  notAnalyzed: "The AI analysis of this video isn't finished yet.",
  notProcessed: ({ title }: { title: string }) =>
    `'${title}' hasn't been processed, so its status can't change.`,
  notSelected: "It wasn't selected this time.",
  nothingToDecide: "This video couldn't be processed, so there's nothing to decide.",
  nothingToUndo: "There's nothing to undo for this video.",
  onlyPublished: 'You can only hide a published video: nobody else can watch the others.',
  onlyRejected: "You can only resend a video that wasn't selected.",
  pastEnd: 'A highlight must end before the video does.',
  processing: 'This video is still being processed.',
  refusedMessage: ({ problem }: { problem: Text }) => `${problem} You can change it and send it again.`,
  refusedTitle: ({ title }: { title: string }) => `'${title}' wasn't selected`,
  sayWhy: 'Tell the rider why, in your own words.',
  selectedMessage: "Our staff approved it. We'll let you know when it's live.",
  selectedTitle: ({ title }: { title: string }) => `Your video '${title}' was selected`,
  shortTooLong: ({ most, seconds }: { most: number; seconds: number }) =>
    `A short can last up to ${most} seconds; these highlights last ${seconds}.`,
  someone: 'A staff member',
  tooLateToUndo: "It's too late to undo this: the rider has been notified. Make a new decision instead.",
  undoOthers: 'Someone else made the last decision. Make a new decision instead.',
})
