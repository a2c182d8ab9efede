import { catalog } from '#server/core/sentences.ts'

/** What people read about reels that they make themselves. */
export const sentences = catalog('reels', {
  beyondEnd: ({ piece }: { piece: number }) => `Piece ${piece} runs past the end of the video.`,
  enough: ({ most }: { most: number }) => `A video can have up to ${most} reels. Delete one first.`,
  tooLong: ({ seconds, target }: { seconds: number; target: number }) =>
    `The pieces take ${seconds.toFixed(1)} seconds; this reel can take up to ${target}. Trim or remove some.`,
  changedElsewhere: 'This reel was changed in another window. Reload it to see the changes.',
  notRendering: "This reel isn't being rendered.",
  decided: 'Staff have already decided about this reel.',
  notRendered: 'Render this reel before you send it to review.',
  changedSince: 'This reel has changed. Render it again before you send it to review.',
  sayWhy: 'Tell the rider why, so they can fix it.',
  changedMeanwhile: 'This reel has just changed. Look at it again.',
  sentTitle: ({ title }: { title: string }) => `A reel of '${title}' awaits review`,
  sentMessage: 'Watch it, then approve it or say what to change.',
  notWaiting: "This reel isn't waiting for a decision.",
  approvedMessage: 'Our staff can publish it now.',
  approvedTitle: ({ title }: { title: string }) => `Your reel of '${title}' was approved`,
  refusedMessage: ({ words }: { words: string }) => `${words} You can change it and send it again.`,
  refusedTitle: ({ title }: { title: string }) => `Your reel of '${title}' was not selected`,
})
