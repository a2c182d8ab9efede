export const texts = {
  title: 'Distribution',
  notPublished: 'Not Published',
} as const
