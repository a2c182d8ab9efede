export const texts = {
  title: (count: number) => `${count} ${count === 1 ? 'reel waits' : 'reels wait'} for review`,
} as const
