import { catalog } from '#server/core/sentences.ts'

/** What people read about pictures of videos. */
export const sentences = catalog('streaming', {
  noPicture: "There's no picture at this time of the video.",
  notAPicture: "This isn't a JPEG, PNG or WebP picture.",
  unreadablePicture: "We couldn't read this picture, or it has more than 50 megapixels. Try another one.",
})
