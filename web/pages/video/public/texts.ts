export const texts = {
  toSignIn: 'Going to sign-in',
  by: (rider: string) => `by ${rider}`,
  highlights: 'Highlights',
  excitement: 'excitement',
  /** in another site's frame */
  unlisted: { title: 'Video not available', text: "It was removed, or it isn't public." },
  loading: 'Loading the video',
  failed: "Couldn't load the video",
} as const
