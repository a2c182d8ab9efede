export const texts = {
  title: 'Distribution',
  notPublished: 'Not Published',
  platforms: [
    { short: 'YT', name: 'YouTube' },
    { short: 'TT', name: 'TikTok' },
    { short: 'FB', name: 'Facebook' },
    { short: 'X', name: 'X' },
  ],
} as const
