import { brand } from '#contract/brand.ts'

export const texts = {
  loading: 'Loading video',
  failed: "Couldn't load the video",
  by: (rider: string) => `by ${rider}`,
  clip: (title: string) => `Clip of ${title}`,
  gone: {
    title: 'This link is gone',
    text: 'The rider turned it off, or the video is no longer here. Ask them for a new link.',
    home: `Go to ${brand}`,
  },
  full: {
    title: 'This link is busy today',
    text: "Many people opened it, and our staff haven't reviewed the video yet. Try again tomorrow.",
  },
} as const
