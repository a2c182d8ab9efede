export const texts = {
  loading: 'Loading the video',
  failed: 'The video could not be loaded',
  gone: {
    title: 'Video not found',
    text: "This video doesn't exist, or it isn't shared with your account. If you have another account, sign in with that one.",
    back: 'Go to your videos',
  },
  yours: 'Your videos',
  picture: {
    uploading: 'Waiting for the rest of the file',
    processing: 'Getting your video ready to play',
    failed: 'There is nothing to play',
  },
  about: 'About this video',
  distribution: 'Where it is published',
  resume: 'Open Upload',
  uploadAgain: 'Upload it again',
  review: 'Open in Review',
} as const
