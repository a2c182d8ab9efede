import { catalog } from '#server/core/sentences.ts'

/** Why a cover can't be chosen. */
export const sentences = catalog('covers', {
  noMoment: "The video doesn't have this moment. Choose one between its start and its end.",
  notPlayable: "This video can't be played yet. You can choose its cover once it can.",
  notProcessed: "We couldn't process this video, so it has no cover.",
  onItsWay: "This video is on its way to a platform, so its cover can't change now.",
  published: "This video is published, so its cover can't change any more. Contact us if it has to.",
  sendAsBytes: 'Send the picture as application/octet-stream.',
  tooLarge: 'This picture is larger than 10 MB. Choose a smaller one.',
})
