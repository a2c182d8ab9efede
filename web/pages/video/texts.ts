export const texts = {
  /** until the video's title is known */
  title: 'Video',
  loading: 'Loading the video',
  failed: "Couldn't load the video",
  gone: {
    title: 'Video not found',
    text: "This video doesn't exist, or it isn't shared with your account. If you have another account, sign in with that one.",
    back: 'Go to your videos',
  },
  picture: {
    uploading: 'Waiting for the rest of the file',
    processing: 'Getting your video ready to play',
    other: 'Nothing to play yet',
  },
  about: 'About this video',
  cover: 'Cover',
  resume: 'Open Upload',
  uploadAgain: 'Upload it again',
  review: 'Open in Review',
  clips: {
    title: 'Clips and reels',
    hint: 'Preview a reel to watch and download it, wide or vertical. Single highlights have the same button.',
    facts: (length: string, count: number, score: number) =>
      `${length} · ${count} ${count === 1 ? 'highlight' : 'highlights'} · ${score}% excitement`,
  },
  edit: 'Edit',
  remove: 'Delete',
} as const
