export const texts = {
  title: (count: number) => `${count} ${count === 1 ? 'reel is' : 'reels are'} waiting for review`,
} as const
